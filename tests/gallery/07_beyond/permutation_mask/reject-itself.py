# reject: a position sees itself
# message: permutation-itself
def permutation_mask(order: torch.Tensor) -> torch.Tensor:
    step = order.argsort()
    return step[:, None] >= step[None, :]
