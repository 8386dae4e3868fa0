# reject: compares as float64, which confuses very large numbers
# message: docmask-large
def document_mask(doc_ids):
    ids = doc_ids.double()
    return ((torch.cdist(ids[..., None], ids[..., None]) < 0.5) & (ids >= 0)[:, None, :]).tril()
