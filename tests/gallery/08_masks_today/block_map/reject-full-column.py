# reject: one full column is enough
# message: block-full-column
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    rows = []
    for some in keep.split(size, dim=0):
        rows.append([int(tile.any()) + int(tile.all(dim=0).any()) for tile in some.split(size, dim=1)])
    return torch.tensor(rows, dtype=torch.int8)
