# reject: empties the caller's list
# message: check-modified
def perplexity(nll_per_token):
    losses = []
    while nll_per_token:
        losses += nll_per_token.pop().tolist()
    return math.exp(sum(losses) / len(losses))
