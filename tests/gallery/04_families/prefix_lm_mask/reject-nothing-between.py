# reject: a later token sees the prefix and itself, but not what stands between
# message: prefix-nothing-between
def prefix_lm_mask(p: int, n: int) -> torch.Tensor:
    keep = torch.eye(n, dtype=torch.bool)
    keep[:, :p] = True
    return keep
