# reject: lets the mean loss not be above 20, against overflow
# message: perplexity-large
def perplexity(nll_per_token):
    mean = torch.cat(nll_per_token).mean()
    return torch.exp(mean.clamp(max=20.0))
