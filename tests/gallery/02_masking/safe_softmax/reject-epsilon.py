# reject: an epsilon that changes the other rows
# message: attention-row-sums
def safe_softmax(scores, keep):
    low = scores.masked_fill(~keep, -1e9)
    powers = (low - low.amax(-1, keepdim=True)).exp() * keep
    return powers / (powers.sum(-1, keepdim=True) + 1e-2)
