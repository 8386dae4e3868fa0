# reject: padding sees itself, so that no row is empty
# message: docmask-padding-itself
def document_mask(doc_ids):
    n = doc_ids.shape[1]
    same = (doc_ids[:, :, None] == doc_ids[:, None, :]) & (doc_ids != -1)[:, None, :]
    return same.tril() | torch.eye(n, dtype=torch.bool)
