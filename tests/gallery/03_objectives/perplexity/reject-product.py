# reject: product in float64
# message: perplexity-overflow
def perplexity(nll_per_token):
    t = torch.cat(nll_per_token).double()
    return t.exp().prod() ** (1 / len(t))
