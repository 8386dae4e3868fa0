# reject: each row sees one token too many
# message: mask-off-by-one
def causal_mask(n):
    return torch.full((n, n), -math.inf).triu(diagonal=2)
