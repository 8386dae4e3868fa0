# reject: all zeros
# message: targets-none
def electra_targets(
    original: torch.Tensor, sampled: torch.Tensor, selected: torch.Tensor
) -> torch.Tensor:
    return torch.zeros_like(original)
