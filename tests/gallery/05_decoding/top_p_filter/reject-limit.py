# reject: a limit on the logits keeps equals together
# message: top-p-ties
def top_p_filter(logits, p):
    ordered, places = logits.sort(-1, descending=True)
    probs = ordered.softmax(-1)
    total = probs.cumsum(-1)
    count = (total < p).sum(-1, keepdim=True).clamp(max=logits.shape[-1] - 1)
    return torch.where(logits >= ordered.gather(1, count), logits, -math.inf)
