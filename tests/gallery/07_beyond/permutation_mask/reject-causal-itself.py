# reject: the usual causal mask
# message: permutation-causal-itself
def permutation_mask(order: torch.Tensor) -> torch.Tensor:
    n = len(order)
    return torch.ones(n, n, dtype=torch.bool).tril()
