# reject: needs numbers that lie side by side in memory
# message: check-raised-at
def document_mask(doc_ids):
    b, n = doc_ids.shape
    flat = doc_ids.view(-1)
    same = flat.view(b, n, 1) == flat.view(b, 1, n)
    return (same & (doc_ids != -1)[:, None, :]).tril()
