# accept: in bits, with the inverse of the order
def typical_filter(logits, mass):

    if mass == 1:
        return logits + 0
    p = logits.double().softmax(-1)
    bits = -logits.double().log_softmax(-1) / math.log(2)
    far = (bits - torch.special.entr(p).sum(-1, keepdim=True) / math.log(2)).abs()
    order = far.argsort(dim=-1, stable=True)
    sums = torch.cumsum(p.gather(-1, order), -1)
    keep = torch.cat([torch.ones_like(sums[:, :1]).bool(), sums[:, :-1] < mass], -1)
    return torch.where(keep.gather(-1, order.argsort(-1)), logits, -math.inf)
