# reject: the first text only
# message: perplexity-first-text
def perplexity(nll_per_token):
    return nll_per_token[0].mean().exp()
