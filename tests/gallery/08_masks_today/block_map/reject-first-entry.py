# reject: the tile's first entry
# message: block-one-corner
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    rows = []
    for some in keep.split(size, dim=0):
        rows.append([2 * int(tile[0, 0]) for tile in some.split(size, dim=1)])
    return torch.tensor(rows, dtype=torch.int8)
