# reject: one token a text is not counted
# message: perplexity-n-minus-one
def perplexity(nll_per_token):
    return (torch.cat(nll_per_token).sum() / (sum(len(t) for t in nll_per_token) - len(nll_per_token))).exp()
