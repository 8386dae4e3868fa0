# reject: or for and
# message: targets-either
def electra_targets(
    original: torch.Tensor, sampled: torch.Tensor, selected: torch.Tensor
) -> torch.Tensor:
    return selected | (sampled != original)
