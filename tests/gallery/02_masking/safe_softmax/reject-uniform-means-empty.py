# reject: takes a row of equal weights for an empty one
# message: safe-zeros
def safe_softmax(scores, keep):
    lowest = torch.finfo(scores.dtype).min
    weights = scores.masked_fill(~keep, lowest).softmax(dim=-1)
    uniform = weights.amax(dim=-1, keepdim=True) == weights.amin(dim=-1, keepdim=True)
    return weights.masked_fill(uniform, 0.0)
