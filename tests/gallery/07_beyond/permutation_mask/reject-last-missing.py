# reject: leaves the last step out
# message: permutation-last-missing
def permutation_mask(order: torch.Tensor) -> torch.Tensor:
    n = len(order)
    keep = torch.zeros(n, n, dtype=torch.bool)
    for t in range(n - 1):
        keep[order[t], order[:t]] = True
    return keep
