# reject: reports a causal mask without looking
# message: leaks-wrong
def leaks(f, n):
    return torch.ones(n, n).tril().bool()
