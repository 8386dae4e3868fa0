# reject: softmax over the rows
# message: safe-wrong-dim
def safe_softmax(scores, keep):
    lowest = torch.finfo(scores.dtype).min
    return scores.masked_fill(~keep, lowest).softmax(-2).masked_fill(~keep, 0.0)
