# reject: works for texts of one length only
# message: perplexity-lengths
def perplexity(nll_per_token):
    return torch.stack(nll_per_token).mean().exp()
