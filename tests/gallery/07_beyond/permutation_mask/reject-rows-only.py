# reject: permutes the rows of the causal mask, not the columns
# message: permutation-rows-only
def permutation_mask(order: torch.Tensor) -> torch.Tensor:
    n = len(order)
    return torch.ones(n, n, dtype=torch.bool).tril(-1)[order.argsort()]
