# reject: from 1 on
# message: packpos-from-1
def packed_positions(doc_ids):
    columns = [(doc_ids[:, 0] != -1).long()]
    for t in range(1, doc_ids.shape[1]):
        again = doc_ids[:, t] == doc_ids[:, t - 1]
        columns.append((columns[-1] * again + 1) * (doc_ids[:, t] != -1))
    return torch.stack(columns, dim=1)
