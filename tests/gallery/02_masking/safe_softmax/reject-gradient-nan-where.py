# reject: where after the softmax hides a NaN that comes back
# message: safe-gradient-nan
def safe_softmax(scores, keep):
    additive = torch.zeros(keep.shape, dtype=scores.dtype).masked_fill(~keep, -math.inf)
    weights = (scores + additive).softmax(-1)
    return torch.where(keep.any(-1, keepdim=True), weights, 0.0)
