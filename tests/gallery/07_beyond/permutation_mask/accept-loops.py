# accept: a loop over the steps
def permutation_mask(order: torch.Tensor) -> torch.Tensor:
    n = len(order)
    keep = torch.zeros(n, n, dtype=torch.bool)
    for t in range(n):
        keep[order[t], order[:t]] = True
    return keep
