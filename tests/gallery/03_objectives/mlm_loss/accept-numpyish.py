# accept: einsum
def mlm_loss(logits, labels):
    asked = (labels != -100)
    onehot = F.one_hot(labels.clamp(min=0), logits.shape[-1]).to(logits.dtype)
    nll = -torch.einsum("bnv,bnv->bn", logits.log_softmax(-1), onehot)
    return (nll * asked).sum() / asked.sum().clamp(min=1)
