# accept: masked_fill with -inf, then nan_to_num: masked_fill stops the NaN on its way back
def safe_softmax(scores, keep):
    return torch.nan_to_num(scores.masked_fill(~keep, -math.inf).softmax(-1))
