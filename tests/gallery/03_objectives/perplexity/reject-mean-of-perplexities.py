# reject: the mean of the texts' perplexities
# message: perplexity-mean-of-perplexities
def perplexity(nll_per_token):
    return torch.stack([t.mean().exp() for t in nll_per_token]).mean()
