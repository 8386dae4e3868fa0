# accept: e to the power of the difference to the largest
def min_p_filter(logits, p):

    share = torch.exp(logits - logits.amax(-1, keepdim=True))
    result = torch.full_like(logits, float("-inf"))
    keep = share >= p
    result[keep] = logits[keep]
    return result
