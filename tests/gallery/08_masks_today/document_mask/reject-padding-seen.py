# reject: padding is a text, the one with number -1
# message: docmask-padding-seen
def document_mask(doc_ids):
    return (doc_ids[:, :, None] == doc_ids[:, None, :]).tril()
