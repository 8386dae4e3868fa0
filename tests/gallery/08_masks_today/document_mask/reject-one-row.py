# reject: the mask of one row, for a batch of one
# message: check-shape
def document_mask(doc_ids):
    row = doc_ids.squeeze(0)
    return ((row[..., :, None] == row[..., None, :]) & (row != -1)[..., None, :]).tril()
