# reject: adds up all positions and subtracts the padding again, which loses the digits of the real tokens
# message: pool-subtracted
def mean_pool(hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    weight = mask.to(hidden.dtype).unsqueeze(-1)
    everything = hidden.sum(dim=1)
    padding = (hidden * (1 - weight)).sum(dim=1)
    return (everything - padding) / weight.sum(dim=1)
