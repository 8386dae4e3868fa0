# reject: zeros left out
# message: perplexity-zeros-left-out
def perplexity(nll_per_token):
    t = torch.cat(nll_per_token); t = t[t > 0]
    return t.mean().exp()
