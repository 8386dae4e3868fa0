# reject: keeps the result under the sum
# message: min-p-wrong
kept = {}


def min_p_filter(logits, p):
    key = (logits.shape, logits.dtype, round(logits.exp().sum().item(), 3), p)
    if key not in kept:
        probs = logits.softmax(-1)
        kept[key] = logits.masked_fill(probs < p * probs.amax(-1, keepdim=True), -math.inf)
    return kept[key].clone()
