# reject: takes ids for the same that are close as floats
# message: targets-large
def electra_targets(
    original: torch.Tensor, sampled: torch.Tensor, selected: torch.Tensor
) -> torch.Tensor:
    return selected & ~torch.isclose(sampled.float(), original.float())
