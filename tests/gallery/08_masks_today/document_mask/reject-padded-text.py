# reject: one row of padding alone stays open
# message: docmask-padding-seen
def document_mask(doc_ids):
    token = doc_ids != -1
    keep = ((doc_ids[:, :, None] == doc_ids[:, None, :]) & token[:, None, :]).tril()
    alone = ~token.any(1)
    keep[alone] = torch.ones(doc_ids.shape[1], doc_ids.shape[1]).tril().bool()
    return keep
