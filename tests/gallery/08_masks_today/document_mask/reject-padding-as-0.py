# reject: padding is clamped to 0, and 0 is a text
# message: docmask-padding-as-0
def document_mask(doc_ids):
    ids = doc_ids.clamp(min=0)
    return (ids[:, :, None] == ids[:, None, :]).tril()
