# reject: marks the lucky draws
# message: targets-original
def electra_targets(
    original: torch.Tensor, sampled: torch.Tensor, selected: torch.Tensor
) -> torch.Tensor:
    return selected & (sampled == original)
