# reject: ones and zeros
# message: check-dtype
def permutation_mask(order: torch.Tensor) -> torch.Tensor:
    step = order.argsort()
    return (step[:, None] > step[None, :]).float()
