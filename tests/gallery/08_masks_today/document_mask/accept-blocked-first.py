# accept: says what is blocked, and turns it round
def document_mask(doc_ids: torch.Tensor) -> torch.Tensor:
    n = doc_ids.shape[-1]
    blocked = torch.ones(n, n).triu(1).bool()[None] | (doc_ids[:, :, None] != doc_ids[:, None, :])
    padding = (doc_ids < 0)
    blocked = blocked | padding[:, None, :] | padding[:, :, None]
    return blocked.logical_not()
