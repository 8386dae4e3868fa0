# reject: True taken for blocked
# message: block-inverted
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    rows = []
    for some in keep.split(size, dim=0):
        rows.append([0 if tile.all() else 1 if tile.any() else 2 for tile in some.split(size, dim=1)])
    return torch.tensor(rows, dtype=torch.int8)
