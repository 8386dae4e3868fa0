# reject: 0 and minus infinity
# message: check-dtype
def document_mask(doc_ids):
    keep = ((doc_ids[:, :, None] == doc_ids[:, None, :]) & (doc_ids != -1)[:, None, :]).tril()
    return torch.zeros(keep.shape).masked_fill(~keep, -math.inf)
