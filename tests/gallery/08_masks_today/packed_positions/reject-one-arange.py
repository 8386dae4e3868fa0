# reject: one count for the whole row
# message: packpos-one-count
def packed_positions(doc_ids):
    b, n = doc_ids.shape
    return torch.arange(n).repeat(b, 1)
