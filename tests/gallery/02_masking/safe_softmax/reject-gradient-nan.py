# reject: nan_to_num after adding the mask: the gradient is NaN
# message: safe-gradient-nan
def safe_softmax(scores, keep):
    additive = torch.zeros(keep.shape, dtype=scores.dtype).masked_fill(~keep, -math.inf)
    return (scores + additive).softmax(-1).nan_to_num(0.0)
