# accept: means weighted by length
def perplexity(nll_per_token):
    lengths = torch.tensor([len(t) for t in nll_per_token], dtype=torch.float64)
    means = torch.stack([t.double().mean() for t in nll_per_token])
    return ((means * lengths).sum() / lengths.sum()).exp()
