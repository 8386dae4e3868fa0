# accept: counts the earlier tokens of the same run
def packed_positions(doc_ids):
    changes = F.pad((doc_ids[:, 1:] != doc_ids[:, :-1]).long(), (1, 0))
    run = changes.cumsum(1)
    same = run[:, :, None] == run[:, None, :]
    return same.tril(-1).sum(-1) * (doc_ids != -1)
