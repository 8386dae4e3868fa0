# reject: the number of True entries
# message: block-count
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    rows = []
    for some in keep.split(size, dim=0):
        rows.append([min(int(tile.sum()), 127) for tile in some.split(size, dim=1)])
    return torch.tensor(rows, dtype=torch.int8)
