# reject: returns float32 where it was given float64
# message: check-dtype
def safe_softmax(scores, keep):
    return scores.float().masked_fill(~keep, -1e9).softmax(-1) * keep.float()
