# reject: -100 is not low enough for large scores
# message: safe-large
def safe_softmax(scores, keep):
    return scores.masked_fill(~keep, -100.0).softmax(-1) * keep
