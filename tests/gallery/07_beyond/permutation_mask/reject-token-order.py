# reject: returns the permuted positions
# message: check-shape
def permutation_mask(order: torch.Tensor) -> torch.Tensor:
    return order[torch.arange(len(order))]
