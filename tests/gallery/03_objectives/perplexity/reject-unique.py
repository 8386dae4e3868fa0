# reject: duplicates once
# message: perplexity-equal-once
def perplexity(nll_per_token):
    return torch.cat(nll_per_token).unique().mean().exp()
