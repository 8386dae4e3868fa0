# reject: padding is told by being the smallest number
# message: docmask-zero
def document_mask(doc_ids):
    same = (doc_ids[:, :, None] == doc_ids[:, None, :]).tril()
    return same & (doc_ids != doc_ids.min())[:, None, :]
