# reject: fills with a number just below the lowest score that is allowed
# message: safe-large
def safe_softmax(scores, keep):
    return scores.masked_fill(~keep, -10010.0).softmax(-1) * keep
