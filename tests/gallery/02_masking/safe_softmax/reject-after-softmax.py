# reject: masks after the softmax only
# message: safe-after-softmax
def safe_softmax(scores, keep):
    return scores.softmax(-1) * keep
