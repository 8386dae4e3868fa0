# reject: a table of 32 tokens: longer texts lose their ends
# message: check-shape
TABLE = torch.full((32, 32), -math.inf).triu(1)


def causal_mask(n):
    return TABLE[:n, :n].clone()
