# reject: 2 to the power of nats
# message: perplexity-bits
def perplexity(nll_per_token):
    return 2 ** torch.cat(nll_per_token).mean()
