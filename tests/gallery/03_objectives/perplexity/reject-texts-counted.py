# reject: divides by the number of texts
# message: perplexity-sum
def perplexity(nll_per_token):
    return (torch.cat(nll_per_token).sum() / len(nll_per_token)).exp()
