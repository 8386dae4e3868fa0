# accept: einsum with one-hot
def clm_loss(logits, ids, padding):
    onehot = F.one_hot(ids[:, 1:], logits.size(-1)).to(logits.dtype)
    nll = -torch.einsum("bnv,bnv->bn", logits[:, :-1].log_softmax(-1), onehot)
    w = (~padding[:, 1:]).to(logits.dtype)
    return (nll * w).sum() / w.sum()
