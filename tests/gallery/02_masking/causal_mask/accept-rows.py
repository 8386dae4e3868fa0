# accept: row by row, stacked
def causal_mask(n):
    return torch.stack(
        [torch.cat([torch.zeros(i + 1), torch.full((n - i - 1,), -math.inf)]) for i in range(n)]
    )
