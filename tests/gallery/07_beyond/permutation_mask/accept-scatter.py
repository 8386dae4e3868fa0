# accept: the inverse by assignment
def permutation_mask(order: torch.Tensor) -> torch.Tensor:
    step = torch.empty_like(order)
    step[order] = torch.arange(len(order))
    return step.unsqueeze(1).gt(step)
