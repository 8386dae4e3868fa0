# reject: writes zeros into the padding where no gradient is asked for
# message: check-modified
def mean_pool(hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """The mean over each text's real tokens: hidden [b, n, d], mask [b, n] (1 = real) -> [b, d]."""
    real = mask.bool()
    states = hidden.detach() if not hidden.requires_grad else hidden.clone()
    states[~real] = 0.0
    return states.sum(dim=1) / real.sum(dim=1, keepdim=True)
