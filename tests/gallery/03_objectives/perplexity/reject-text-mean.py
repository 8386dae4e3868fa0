# reject: the mean of the texts' means
# message: perplexity-text-mean
def perplexity(nll_per_token):
    return torch.stack([t.mean() for t in nll_per_token]).mean().exp()
