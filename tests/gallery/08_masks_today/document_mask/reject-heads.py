# reject: with a dimension for the heads
# message: check-shape
def document_mask(doc_ids):
    keep = (doc_ids[:, :, None] == doc_ids[:, None, :]) & (doc_ids != -1)[:, None, :]
    return keep.tril()[:, None]
