# accept: adds two additive masks and asks where the sum is 0
def allowed_mask(padding):
    n = padding.shape[1]
    causal = torch.full((n, n), -math.inf).triu(1)
    filler = torch.zeros(padding.shape).masked_fill(padding, -math.inf)
    return causal + filler.unsqueeze(1) == 0
