# reject: one minus tril, times infinity: NaN again
# message: mask-nan
def causal_mask(n):
    return (1 - torch.tril(torch.ones(n, n))) * float("-inf")
