# accept: the strict triangle, indexed by the inverse
def permutation_mask(order: torch.Tensor) -> torch.Tensor:
    n, back = len(order), order.argsort()
    return torch.ones(n, n).tril(-1).bool()[back][:, back]
