# reject: needs numbers that lie side by side in memory
# message: check-raised-at
def packed_positions(doc_ids):
    b, n = doc_ids.shape
    flat = doc_ids.view(-1)
    rows = flat.view(b, n)
    run = F.pad((rows[:, 1:] != rows[:, :-1]).long(), (1, 0)).cumsum(1)
    return (run[:, :, None] == run[:, None, :]).tril(-1).sum(-1) * (rows != -1)
