# reject: compares in float16
# message: targets-large
def electra_targets(
    original: torch.Tensor, sampled: torch.Tensor, selected: torch.Tensor
) -> torch.Tensor:
    return selected & (sampled.half() != original.half())
