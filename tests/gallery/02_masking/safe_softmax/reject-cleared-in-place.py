# reject: clears the softmax's own result in place: no way back
# message: gradient-in-place
def safe_softmax(scores, keep):
    weights = scores.masked_fill(~keep, torch.finfo(scores.dtype).min).softmax(-1)
    weights[~keep.expand_as(weights)] = 0
    return weights
