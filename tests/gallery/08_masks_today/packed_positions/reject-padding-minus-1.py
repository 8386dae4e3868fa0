# reject: -1 at padding
# message: packpos-padding-minus-1
def packed_positions(doc_ids):
    place = torch.arange(doc_ids.shape[1])
    begins = torch.ones_like(doc_ids, dtype=torch.bool)
    begins[:, 1:] = doc_ids[:, 1:] != doc_ids[:, :-1]
    start = torch.where(begins, place, 0).cummax(1).values
    return (place - start).masked_fill(doc_ids == -1, -1)
