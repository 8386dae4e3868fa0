# reject: inverted polarity
# message: safe-inverted
def safe_softmax(scores, keep):
    lowest = torch.finfo(scores.dtype).min
    return scores.masked_fill(keep, lowest).softmax(-1).masked_fill(keep, 0.0)
