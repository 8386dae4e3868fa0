# reject: keeps the result under the sum
# message: min-p-wrong
cut = {}


def min_p_filter(logits, p):
    key = (logits.shape, logits.dtype, round(logits.exp().sum().item(), 3), p)
    if key not in cut:
        probs = logits.softmax(-1)
        cut[key] = logits.masked_fill(probs < p * probs.amax(-1, keepdim=True), -math.inf)
    return cut[key].clone()
