# reject: takes text 0 for padding
# message: docmask-zero
def document_mask(doc_ids):
    return ((doc_ids[:, :, None] == doc_ids[:, None, :]) & (doc_ids > 0)[:, None, :]).tril()
