# accept: by way of bits
def perplexity(nll_per_token):
    bits = sum(t.sum() for t in nll_per_token) / math.log(2) / sum(t.numel() for t in nll_per_token)
    return 2 ** bits
