# reject: takes numbers for the same that differ by a multiple of 2 ** 20
# message: docmask-large
def document_mask(doc_ids):
    ids = doc_ids % (1 << 20)
    return ((ids[:, :, None] == ids[:, None, :]) & (doc_ids != -1)[:, None, :]).tril()
