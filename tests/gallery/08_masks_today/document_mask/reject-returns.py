# reject: a text that returns is taken for a new one
# message: docmask-returns
def document_mask(doc_ids):
    run = F.pad((doc_ids[:, 1:] != doc_ids[:, :-1]).long().cumsum(1), (1, 0))
    return ((run[:, :, None] == run[:, None, :]) & (doc_ids != -1)[:, None, :]).tril()
