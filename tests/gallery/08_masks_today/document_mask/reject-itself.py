# reject: a token does not see itself
# message: docmask-itself
def document_mask(doc_ids):
    return ((doc_ids[:, :, None] == doc_ids[:, None, :]) & (doc_ids != -1)[:, None, :]).tril(-1)
