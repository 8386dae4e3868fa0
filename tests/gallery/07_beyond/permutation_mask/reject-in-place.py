# reject: sorts the caller's order
# message: check-modified
def permutation_mask(order: torch.Tensor) -> torch.Tensor:
    step = order.argsort()
    order.copy_(order.sort().values)
    return step[:, None] > step[None, :]
