# reject: the causal mask of the steps: as if the tokens were permuted
# message: permutation-causal
def permutation_mask(order: torch.Tensor) -> torch.Tensor:
    n = len(order)
    return torch.ones(n, n, dtype=torch.bool).tril(-1)
