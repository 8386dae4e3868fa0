# reject: a text that is cut by padding is two texts
# message: docmask-returns
def document_mask(doc_ids):
    padding = doc_ids == -1
    part = padding.long().cumsum(1)
    same = (doc_ids[:, :, None] == doc_ids[:, None, :]) & (part[:, :, None] == part[:, None, :])
    return (same & ~padding[:, None, :]).tril()
