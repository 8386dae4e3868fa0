# reject: the first text's selection for all
# message: targets-first-selected
def electra_targets(
    original: torch.Tensor, sampled: torch.Tensor, selected: torch.Tensor
) -> torch.Tensor:
    return selected[:1] & (sampled != original)
