# reject: indexes with the order instead of its inverse
# message: permutation-order-as-step
def permutation_mask(order: torch.Tensor) -> torch.Tensor:
    n = len(order)
    return torch.ones(n, n, dtype=torch.bool).tril(-1)[order][:, order]
