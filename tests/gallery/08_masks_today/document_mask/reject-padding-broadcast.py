# reject: the padding of another row of the batch: the mask has no dimension for the queries
# message: check-raised-at
def document_mask(doc_ids):
    same = (doc_ids[:, :, None] == doc_ids[:, None, :]).tril()
    return same & (doc_ids != -1)
