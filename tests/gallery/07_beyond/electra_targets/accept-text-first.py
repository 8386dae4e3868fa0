# accept: builds the detector's text and compares
def electra_targets(
    original: torch.Tensor, sampled: torch.Tensor, selected: torch.Tensor
) -> torch.Tensor:
    text = torch.where(selected, sampled, original)
    return (text != original).float()
