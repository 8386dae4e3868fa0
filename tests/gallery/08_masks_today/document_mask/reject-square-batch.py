# reject: the padding of another row where there are as many rows as tokens
# message: docmask-wrong
def document_mask(doc_ids):
    b, n = doc_ids.shape
    token = doc_ids != -1
    same = (doc_ids[:, :, None] == doc_ids[:, None, :]).tril()
    return same & (token if b == n else token[:, None, :])
