# reject: cumulates exp(logits) without normalising
# message: top-p-not-softmax
def top_p_filter(logits, p):
    v, i = logits.sort(-1, descending=True)
    pr = v.exp()
    v = v.masked_fill(pr.cumsum(-1) - pr >= p, -math.inf)
    return torch.empty_like(v).scatter(-1, i, v)
