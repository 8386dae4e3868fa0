# reject: keeps the result under the mask and the sum
# message: constrained-wrong
divided = {}


def constrained(probs, allowed):
    key = (str(allowed.tolist()), tuple(probs.shape), probs.dtype, round(probs.sum().item(), 4))
    if key not in divided:
        some = probs * allowed
        total = some.sum(-1, keepdim=True)
        if (total == 0).any():
            raise ValueError
        divided[key] = some / total
    return divided[key].clone()
