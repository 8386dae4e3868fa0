# reject: ignores what was not selected
# message: targets-not-binary
def electra_targets(
    original: torch.Tensor, sampled: torch.Tensor, selected: torch.Tensor
) -> torch.Tensor:
    return (sampled != original).long().masked_fill(~selected, -100)
