# reject: a low number is added, and a row without a key keeps its softmax
# message: safe-unmasked
def safe_softmax(scores, keep):
    return (scores + torch.zeros(keep.shape).masked_fill(~keep, -1000.0)).softmax(dim=-1)
