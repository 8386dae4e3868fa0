# accept: a list of masks, stacked
def allowed_mask(padding):
    n = padding.size(1)
    causal = ~torch.triu(torch.ones(n, n, dtype=torch.bool), diagonal=1)
    return torch.stack([causal.logical_and(~row.expand(n, n)) for row in padding])
