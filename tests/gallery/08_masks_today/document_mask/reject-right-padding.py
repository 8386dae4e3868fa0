# reject: takes all behind the first padding for padding
# message: docmask-wrong
def document_mask(doc_ids):
    token = (doc_ids != -1).long().cumprod(1).bool()
    return ((doc_ids[:, :, None] == doc_ids[:, None, :]) & token[:, None, :] & token[:, :, None]).tril()
