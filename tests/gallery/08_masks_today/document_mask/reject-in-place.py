# reject: gives the padding of its input numbers of its own
# message: check-modified
def document_mask(doc_ids):
    padding = doc_ids == -1
    doc_ids -= padding.long()
    return ((doc_ids[:, :, None] == doc_ids[:, None, :]) & ~padding[:, None, :]).tril()
