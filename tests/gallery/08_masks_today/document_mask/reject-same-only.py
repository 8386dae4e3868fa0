# reject: same number, and nothing else
# message: docmask-same-only
def document_mask(doc_ids):
    return doc_ids[:, :, None] == doc_ids[:, None, :]
