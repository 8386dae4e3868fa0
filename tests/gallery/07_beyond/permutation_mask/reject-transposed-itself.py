# reject: rows and columns exchanged, and itself
# message: permutation-transposed-itself
def permutation_mask(order: torch.Tensor) -> torch.Tensor:
    step = order.argsort()
    return step[:, None] <= step[None, :]
