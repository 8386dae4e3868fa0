# reject: -1e9 fill: a hidden row comes out uniform
# message: safe-uniform
def safe_softmax(scores, keep):
    return scores.masked_fill(~keep, -1e9).softmax(-1)
