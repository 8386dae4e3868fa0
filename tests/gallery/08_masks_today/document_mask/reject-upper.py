# reject: the upper triangle in place of the lower one
# message: docmask-future
def document_mask(doc_ids):
    return ((doc_ids[:, :, None] == doc_ids[:, None, :]) & (doc_ids != -1)[:, None, :]).triu()
