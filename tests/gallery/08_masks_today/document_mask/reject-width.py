# reject: a token sees no farther than 128 back
# message: docmask-wrong
def document_mask(doc_ids):
    same = (doc_ids[:, :, None] == doc_ids[:, None, :]) & (doc_ids != -1)[:, None, :]
    return same.tril().triu(-128)
