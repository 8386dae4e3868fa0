# reject: 1 over the perplexity
# message: perplexity-inverted
def perplexity(nll_per_token):
    return (-torch.cat(nll_per_token).mean()).exp()
