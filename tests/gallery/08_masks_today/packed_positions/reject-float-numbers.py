# reject: compares as float32, which confuses large numbers
# message: packpos-large
def packed_positions(doc_ids):
    ids = doc_ids.float()
    columns = [torch.zeros_like(doc_ids[:, 0])]
    for t in range(1, ids.shape[1]):
        again = (ids[:, t] == ids[:, t - 1]) & (ids[:, t] != -1)
        columns.append((columns[-1] + 1) * again)
    return torch.stack(columns, dim=1)
