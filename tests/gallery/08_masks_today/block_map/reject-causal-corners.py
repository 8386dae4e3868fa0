# reject: upper right and lower left corner: enough for a causal mask
# message: block-outer-corners
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    rows = []
    for some in keep.split(size, dim=0):
        rows.append([int(tile[0, -1]) + int(tile[-1, 0]) for tile in some.split(size, dim=1)])
    return torch.tensor(rows, dtype=torch.int8)
