# reject: neighbours in the list of squares: two numbers of one product
# message: docmask-wrong
def document_mask(doc_ids):
    same = doc_ids[:, :, None] * doc_ids[:, None, :] == (doc_ids * doc_ids)[:, :, None]
    return (same & (doc_ids != -1)[:, None, :] & (doc_ids != -1)[:, :, None]).tril()
