# reject: counts in 8 bits
# message: packpos-long
def packed_positions(doc_ids):
    columns = [torch.zeros(len(doc_ids), dtype=torch.int8)]
    for t in range(1, doc_ids.shape[1]):
        again = (doc_ids[:, t] == doc_ids[:, t - 1]) & (doc_ids[:, t] != -1)
        columns.append((columns[-1] + 1) * again)
    return torch.stack(columns, dim=1).long()
