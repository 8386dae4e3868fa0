# reject: a token sees all of its own text, also what comes later
# message: docmask-both-ways
def document_mask(doc_ids):
    return (doc_ids[:, :, None] == doc_ids[:, None, :]) & (doc_ids != -1)[:, None, :]
