# reject: marks all selected places, as floats
# message: targets-all-selected
def electra_targets(
    original: torch.Tensor, sampled: torch.Tensor, selected: torch.Tensor
) -> torch.Tensor:
    return selected.float()
