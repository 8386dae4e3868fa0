# reject: a text sees those with smaller numbers
# message: docmask-earlier
def document_mask(doc_ids):
    token = doc_ids != -1
    earlier = doc_ids[:, :, None] >= doc_ids[:, None, :]
    return (earlier & token[:, :, None] & token[:, None, :]).tril()
