# reject: zeroes the columns whose number is that of an empty row, for want of keepdim
# message: safe-rows-as-columns
def safe_softmax(scores, keep):
    weights = scores.masked_fill(~keep, -1e9).softmax(dim=-1)
    return weights.masked_fill(~keep, 0) * keep.any(dim=-1)
