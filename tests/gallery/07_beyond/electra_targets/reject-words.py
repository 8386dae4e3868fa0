# reject: returns the detector's text
# message: targets-not-binary
def electra_targets(
    original: torch.Tensor, sampled: torch.Tensor, selected: torch.Tensor
) -> torch.Tensor:
    return torch.where(selected, sampled, original)
