# reject: sees the position predicted right before, and no other
# message: permutation-one-before
def permutation_mask(order: torch.Tensor) -> torch.Tensor:
    n = len(order)
    keep = torch.zeros(n, n, dtype=torch.bool)
    for t in range(1, n):
        keep[order[t], order[t - 1]] = True
    return keep
