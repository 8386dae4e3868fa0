# accept: a weighted sum of unreduced losses
def clm_loss(logits, ids, padding):
    each = F.cross_entropy(logits[:, :-1].reshape(-1, logits.shape[-1]), ids[:, 1:].reshape(-1), reduction="none")
    weight = (~padding[:, 1:]).reshape(-1).float()
    return (each * weight / weight.sum()).sum()
