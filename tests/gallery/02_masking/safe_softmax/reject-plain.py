# reject: -inf fill: a hidden row is NaN
# message: safe-nan
def safe_softmax(scores, keep):
    return scores.masked_fill(~keep, -math.inf).softmax(-1)
