# reject: a list
# message: check-type
def electra_targets(
    original: torch.Tensor, sampled: torch.Tensor, selected: torch.Tensor
) -> torch.Tensor:
    return (selected & (sampled != original)).tolist()
