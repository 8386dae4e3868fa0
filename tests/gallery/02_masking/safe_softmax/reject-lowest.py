# reject: the lowest float: a hidden row comes out uniform
# message: safe-uniform
def safe_softmax(scores, keep):
    return torch.where(keep, scores, torch.finfo(scores.dtype).min).softmax(-1)
