# reject: no exponential
# message: perplexity-loss
def perplexity(nll_per_token):
    return torch.cat(nll_per_token).mean()
