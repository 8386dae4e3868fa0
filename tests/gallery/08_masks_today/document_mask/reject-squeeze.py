# reject: loses a dimension where a row has one token
# message: check-shape
def document_mask(doc_ids):
    ids = doc_ids.squeeze(-1)
    return ((ids[..., :, None] == ids[..., None, :]) & (ids != -1)[..., None, :]).tril()
