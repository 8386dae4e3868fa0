# reject: prints and returns nothing
# message: check-nothing
def causal_mask(n):
    print(torch.full((n, n), -math.inf).triu(1))
