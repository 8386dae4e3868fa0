# reject: the tile's diagonal
# message: block-diagonal
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    rows = []
    for some in keep.split(size, dim=0):
        rows.append([int(tile.diagonal().any()) + int(tile.diagonal().all()) for tile in some.split(size, dim=1)])
    return torch.tensor(rows, dtype=torch.int8)
