# accept: masked_fill
def electra_targets(
    original: torch.Tensor, sampled: torch.Tensor, selected: torch.Tensor
) -> torch.Tensor:
    return (sampled != original).masked_fill(~selected, False)
