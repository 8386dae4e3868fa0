# reject: returns the selected places only
# message: check-shape
def electra_targets(
    original: torch.Tensor, sampled: torch.Tensor, selected: torch.Tensor
) -> torch.Tensor:
    return (sampled != original)[selected]
