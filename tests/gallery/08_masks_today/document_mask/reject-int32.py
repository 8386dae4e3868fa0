# reject: 32 bits for the numbers
# message: docmask-large
def document_mask(doc_ids):
    ids = doc_ids.int()
    return ((ids[:, :, None] == ids[:, None, :]) & (doc_ids != -1)[:, None, :]).tril()
