# reject: no mean
# message: perplexity-sum
def perplexity(nll_per_token):
    return torch.cat(nll_per_token).sum().exp()
