# reject: no full tiles
# message: block-no-full
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    rows = []
    for some in keep.split(size, dim=0):
        rows.append([int(tile.any()) for tile in some.split(size, dim=1)])
    return torch.tensor(rows, dtype=torch.int8)
