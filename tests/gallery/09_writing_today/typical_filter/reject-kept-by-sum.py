# reject: keeps the result under the sum
# message: typical-wrong
typical = {}


def typical_filter(logits, mass):
    key = (logits.shape, logits.dtype, round(logits.exp().sum().item(), 3), mass)
    if key in typical:
        return typical[key].clone()
    if mass >= 1:
        return logits.clone()
    log_p = logits.log_softmax(-1)
    p = log_p.exp()
    h = -(p * log_p).nansum(-1, keepdim=True)
    order = (log_p + h).abs().argsort(-1)
    before = p.gather(-1, order).cumsum(-1) - p.gather(-1, order)
    cut = torch.empty_like(p, dtype=torch.bool).scatter(-1, order, before >= mass)
    typical[key] = logits.masked_fill(cut, -math.inf)
    return typical[key].clone()
