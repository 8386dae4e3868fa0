# reject: multiplies a boolean by the lowest number: float32, and NaN for scores in float64
# message: safe-boolean-number
def safe_softmax(scores, keep):
    low = torch.finfo(scores.dtype).min
    weights = (scores + ~keep * low).softmax(-1)
    return weights.masked_fill(~keep, 0.0)
