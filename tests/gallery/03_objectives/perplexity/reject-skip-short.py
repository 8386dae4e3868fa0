# reject: texts of one token left out
# message: perplexity-short-left-out
def perplexity(nll_per_token):
    long = [t for t in nll_per_token if len(t) > 1] or nll_per_token
    return torch.cat(long).mean().exp()
