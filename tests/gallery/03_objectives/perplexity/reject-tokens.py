# reject: the mean of the exponentials
# message: perplexity-tokens
def perplexity(nll_per_token):
    return torch.cat(nll_per_token).exp().mean()
