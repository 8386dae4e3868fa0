# reject: counts padding like a text
# message: packpos-padding-counted
def packed_positions(doc_ids):
    place = torch.arange(doc_ids.shape[1])
    begins = torch.ones_like(doc_ids, dtype=torch.bool)
    begins[:, 1:] = doc_ids[:, 1:] != doc_ids[:, :-1]
    return place - torch.where(begins, place, 0).cummax(1).values
