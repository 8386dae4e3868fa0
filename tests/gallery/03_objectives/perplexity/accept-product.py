# accept: geometric mean of the inverse probabilities
def perplexity(nll_per_token):
    p = torch.cat([(-t).exp() for t in nll_per_token]).double()
    return 1 / p.log().mean().exp()
