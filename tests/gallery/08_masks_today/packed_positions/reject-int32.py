# reject: 32 bits in the result
# message: check-dtype
def packed_positions(doc_ids):
    columns = [torch.zeros(len(doc_ids), dtype=torch.int32)]
    for t in range(1, doc_ids.shape[1]):
        again = (doc_ids[:, t] == doc_ids[:, t - 1]) & (doc_ids[:, t] != -1)
        columns.append((columns[-1] + 1) * again)
    return torch.stack(columns, dim=1)
