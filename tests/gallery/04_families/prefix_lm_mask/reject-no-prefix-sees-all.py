# reject: takes p = 0 for "no limit": everybody sees everybody
# message: prefix-none-open
def prefix_lm_mask(p: int, n: int) -> torch.Tensor:
    p = p or n
    place = torch.arange(n)
    return (place[None, :] <= place[:, None]) | (place[None, :] < p)
