# reject: rows and columns exchanged
# message: permutation-transposed
def permutation_mask(order: torch.Tensor) -> torch.Tensor:
    step = order.argsort()
    return step[:, None] < step[None, :]
