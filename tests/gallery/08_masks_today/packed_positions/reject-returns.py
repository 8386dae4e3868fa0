# reject: a text that returns goes on counting
# message: packpos-returns
def packed_positions(doc_ids):
    same = (doc_ids[:, :, None] == doc_ids[:, None, :]).tril(-1)
    return same.sum(-1) * (doc_ids != -1)
