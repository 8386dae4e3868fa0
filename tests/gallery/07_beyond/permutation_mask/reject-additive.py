# reject: 0 and -inf
# message: check-dtype
def permutation_mask(order: torch.Tensor) -> torch.Tensor:
    step = order.argsort()
    return torch.zeros(len(order), len(order)).masked_fill(step[:, None] <= step[None, :], -math.inf)
