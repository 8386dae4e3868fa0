# reject: a run begins only where the number changes by 1
# message: packpos-wrong
def packed_positions(doc_ids):
    place = torch.arange(doc_ids.shape[1])
    start = torch.zeros_like(doc_ids)
    step = (doc_ids[:, 1:] - doc_ids[:, :-1]).abs() == 1
    start[:, 1:] = torch.where(step, place[1:], 0)
    return (place - start.cummax(1).values).masked_fill(doc_ids == -1, 0)
