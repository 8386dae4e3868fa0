# reject: compares in uint8
# message: targets-large
def electra_targets(
    original: torch.Tensor, sampled: torch.Tensor, selected: torch.Tensor
) -> torch.Tensor:
    return selected & (sampled.to(torch.uint8) != original.to(torch.uint8))
