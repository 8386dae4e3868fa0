# reject: 1 means original
# message: targets-inverted
def electra_targets(
    original: torch.Tensor, sampled: torch.Tensor, selected: torch.Tensor
) -> torch.Tensor:
    return ~(selected & (sampled != original))
