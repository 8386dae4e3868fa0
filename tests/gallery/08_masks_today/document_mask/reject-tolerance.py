# reject: numbers that are close are the same
# message: docmask-wrong
def document_mask(doc_ids):
    a, b = doc_ids[:, :, None].double(), doc_ids[:, None, :].double()
    return (torch.isclose(a, b, rtol=1e-3, atol=0.0) & (doc_ids != -1)[:, None, :]).tril()
