# accept: loops
def electra_targets(
    original: torch.Tensor, sampled: torch.Tensor, selected: torch.Tensor
) -> torch.Tensor:
    out = torch.zeros(original.shape)
    for b in range(original.shape[0]):
        for t in range(original.shape[1]):
            if selected[b, t] and original[b, t] != sampled[b, t]:
                out[b, t] = 1
    return out
