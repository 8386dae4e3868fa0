# reject: a smaller tile is full as soon as anything is True
# message: block-edges-any
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    rows = []
    for some in keep.split(size, dim=0):
        rows.append([2 * int(tile.any()) if tile.shape != (size, size) else int(tile.any()) + int(tile.all()) for tile in some.split(size, dim=1)])
    return torch.tensor(rows, dtype=torch.int8)
