# reject: one perplexity for each text
# message: check-type
def perplexity(nll_per_token):
    return [t.mean().exp() for t in nll_per_token]
