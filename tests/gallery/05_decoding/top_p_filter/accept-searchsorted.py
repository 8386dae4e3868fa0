# accept: the place is looked up in the sums, in float64
def top_p_filter(logits, p):
    ranks = logits.argsort(-1, descending=True).argsort(-1)
    probs, _ = logits.double().softmax(-1).sort(-1, descending=True)
    size = torch.searchsorted(probs.cumsum(-1), torch.full((len(logits), 1), p).double()) + 1
    if p >= 1:
        size[:] = logits.shape[-1]
    return torch.where(ranks < size, logits, float("-inf"))
