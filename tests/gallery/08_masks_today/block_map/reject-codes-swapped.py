# reject: 1 full, 2 partial
# message: block-codes-swapped
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    rows = []
    for some in keep.split(size, dim=0):
        rows.append([1 if tile.all() else 2 if tile.any() else 0 for tile in some.split(size, dim=1)])
    return torch.tensor(rows, dtype=torch.int8)
