# reject: a run begins where the last token of the run before stood
# message: packpos-later-from-1
def packed_positions(doc_ids):
    place = torch.arange(doc_ids.shape[1])
    ends = torch.zeros_like(doc_ids)
    ends[:, 1:] = torch.where(doc_ids[:, 1:] != doc_ids[:, :-1], place[:-1], 0)
    return (place - ends.cummax(1).values) * (doc_ids != -1)
