# reject: writes into sampled
# message: check-modified
def electra_targets(
    original: torch.Tensor, sampled: torch.Tensor, selected: torch.Tensor
) -> torch.Tensor:
    sampled[~selected] = original[~selected]
    return sampled != original
