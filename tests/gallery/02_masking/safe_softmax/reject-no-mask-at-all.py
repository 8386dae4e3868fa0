# reject: `keep` is not used
# message: attention-no-mask
def safe_softmax(scores, keep):
    return scores.softmax(dim=-1)
