# reject: no loss counts more than 20
# message: perplexity-large
def perplexity(nll_per_token):
    return torch.cat(nll_per_token).clamp(max=20.0).mean().exp()
