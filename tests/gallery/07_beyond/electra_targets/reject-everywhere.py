# reject: compares everywhere
# message: targets-outside
def electra_targets(
    original: torch.Tensor, sampled: torch.Tensor, selected: torch.Tensor
) -> torch.Tensor:
    return sampled != original
