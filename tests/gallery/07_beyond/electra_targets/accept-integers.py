# accept: int64
def electra_targets(
    original: torch.Tensor, sampled: torch.Tensor, selected: torch.Tensor
) -> torch.Tensor:
    return (selected * (sampled - original)).ne(0).long()
