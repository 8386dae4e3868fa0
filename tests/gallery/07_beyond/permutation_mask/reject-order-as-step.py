# reject: takes the order for the steps
# message: permutation-order-as-step
def permutation_mask(order: torch.Tensor) -> torch.Tensor:
    return order[:, None] > order[None, :]
