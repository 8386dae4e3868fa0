# reject: one hidden row turns everything to zeros
# message: safe-all-zeros
def safe_softmax(scores, keep):
    if not keep.any(-1).all():
        return scores * 0.0
    return scores.masked_fill(~keep, -math.inf).softmax(-1)
