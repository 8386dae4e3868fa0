# accept: column by column, all rows at once
def packed_positions(doc_ids):
    columns = [torch.zeros_like(doc_ids[:, 0])]
    for t in range(1, doc_ids.shape[1]):
        again = (doc_ids[:, t] == doc_ids[:, t - 1]) & (doc_ids[:, t] >= 0)
        columns.append((columns[-1] + 1) * again)
    return torch.stack(columns, dim=1)
