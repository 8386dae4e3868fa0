# accept: sums and counts in a loop
def perplexity(nll_per_token):
    total, count = 0.0, 0
    for losses in nll_per_token:
        total += losses.sum().item()
        count += losses.numel()
    return math.exp(total / count)
