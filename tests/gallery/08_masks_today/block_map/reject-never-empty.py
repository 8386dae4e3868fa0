# reject: 1 where the tile is empty
# message: block-partial-or-full
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    rows = []
    for some in keep.split(size, dim=0):
        rows.append([2 if tile.all() else 1 for tile in some.split(size, dim=1)])
    return torch.tensor(rows, dtype=torch.int8)
