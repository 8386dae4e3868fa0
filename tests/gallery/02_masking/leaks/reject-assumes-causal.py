# reject: reports a causal mask without looking
# message: leaks-assumed
def leaks(f, n):
    return torch.ones(n, n).tril().bool()
