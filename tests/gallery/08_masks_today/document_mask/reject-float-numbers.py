# reject: compares as float32, which confuses large numbers
# message: docmask-large
def document_mask(doc_ids):
    ids = doc_ids.float()
    return ((ids[:, :, None] == ids[:, None, :]) & (ids >= 0)[:, None, :]).tril()
