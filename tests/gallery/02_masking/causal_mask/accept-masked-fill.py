# accept: the documents' way: triu, then masked_fill
def causal_mask(n):
    mask = torch.triu(torch.ones(n, n), diagonal=1)
    return mask.masked_fill(mask == 1, float("-inf"))
