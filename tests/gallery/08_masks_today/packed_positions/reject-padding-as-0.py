# reject: padding is clamped to 0, and 0 is a text
# message: packpos-padding-as-0
def packed_positions(doc_ids):
    ids = doc_ids.clamp(min=0)
    place = torch.arange(ids.shape[1])
    begins = torch.ones_like(ids, dtype=torch.bool)
    begins[:, 1:] = ids[:, 1:] != ids[:, :-1]
    return (place - torch.where(begins, place, 0).cummax(1).values) * (doc_ids != -1)
