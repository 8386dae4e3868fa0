# reject: adds up the beginnings in place of taking the last
# message: packpos-wrong
def packed_positions(doc_ids):
    place = torch.arange(doc_ids.shape[1])
    start = torch.zeros_like(doc_ids)
    start[:, 1:] = torch.where(doc_ids[:, 1:] != doc_ids[:, :-1], place[1:], 0)
    return (place - start.cumsum(1)).masked_fill(doc_ids == -1, 0)
