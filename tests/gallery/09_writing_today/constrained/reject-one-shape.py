# reject: an [V] mask is not taken
# message: check-raised-other
def constrained(probs, allowed):

    kept = torch.zeros_like(probs)
    kept[allowed] = probs[allowed]
    total = kept.sum(-1, keepdim=True)
    if (total == 0).any():
        raise ValueError
    return kept / total
