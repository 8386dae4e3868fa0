# reject: half
# message: number-near
def perplexity(nll_per_token):
    return torch.cat(nll_per_token).half().mean().exp()
