# reject: 8 bits for the numbers
# message: docmask-wrong
def document_mask(doc_ids):
    ids = doc_ids.to(torch.uint8)
    return ((ids[:, :, None] == ids[:, None, :]) & (doc_ids != -1)[:, None, :]).tril()
