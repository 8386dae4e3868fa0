# reject: a smaller tile is partial
# message: block-edges-partial
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    rows = []
    for some in keep.split(size, dim=0):
        rows.append([1 if tile.shape != (size, size) else int(tile.any()) + int(tile.all()) for tile in some.split(size, dim=1)])
    return torch.tensor(rows, dtype=torch.int8)
