# reject: keeps the steps in 8 bits, which end at 127
# message: permutation-long
def permutation_mask(order: torch.Tensor) -> torch.Tensor:
    step = torch.empty(len(order), dtype=torch.int8)
    step[order] = torch.arange(len(order)).to(torch.int8)
    return step[:, None] > step[None, :]
