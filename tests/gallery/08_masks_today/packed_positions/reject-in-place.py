# reject: writes the positions into its input
# message: check-modified
def packed_positions(doc_ids):
    old = doc_ids.clone()
    doc_ids[:, 0] = 0
    for t in range(1, old.shape[1]):
        again = (old[:, t] == old[:, t - 1]) & (old[:, t] != -1)
        doc_ids[:, t] = (doc_ids[:, t - 1] + 1) * again
    return doc_ids
