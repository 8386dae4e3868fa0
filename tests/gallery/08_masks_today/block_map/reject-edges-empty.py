# reject: a smaller tile is empty
# message: block-edges-empty
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    rows = []
    for some in keep.split(size, dim=0):
        rows.append([0 if tile.shape != (size, size) else int(tile.any()) + int(tile.all()) for tile in some.split(size, dim=1)])
    return torch.tensor(rows, dtype=torch.int8)
