# reject: nested lists
# message: check-type
def document_mask(doc_ids):
    return ((doc_ids[:, :, None] == doc_ids[:, None, :]) & (doc_ids != -1)[:, None, :]).tril().tolist()
