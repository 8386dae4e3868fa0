# reject: drops weights below one hundredth
# message: attention-row-sums
def safe_softmax(scores, keep):
    weights = scores.masked_fill(~keep, -1e9).softmax(-1) * keep
    return weights * (weights > 0.01)
