# reject: view(-1) fails on tensors that are not contiguous
# message: check-raised-at
def electra_targets(
    original: torch.Tensor, sampled: torch.Tensor, selected: torch.Tensor
) -> torch.Tensor:
    pairs = zip(original.view(-1).tolist(), sampled.view(-1).tolist(), selected.view(-1).tolist())
    flat = [int(asked and old != new) for old, new, asked in pairs]
    return torch.tensor(flat).view(original.shape)
