# reject: ones and zeros, as whole numbers
# message: check-dtype
def document_mask(doc_ids):
    same = (doc_ids[:, :, None] == doc_ids[:, None, :]) & (doc_ids != -1)[:, None, :]
    return same.tril().long()
