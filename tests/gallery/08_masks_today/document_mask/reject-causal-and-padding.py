# reject: hides padding and no other text
# message: docmask-causal-and-padding
def document_mask(doc_ids):
    token = doc_ids != -1
    return (token[:, :, None] & token[:, None, :]).tril()
