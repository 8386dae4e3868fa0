# reject: True means blocked
# message: docmask-inverted
def document_mask(doc_ids):
    keep = (doc_ids[:, :, None] == doc_ids[:, None, :]) & (doc_ids != -1)[:, None, :]
    return ~keep.tril()
