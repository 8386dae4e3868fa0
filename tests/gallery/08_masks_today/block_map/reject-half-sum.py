# reject: counts in half precision
# message: block-large
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    rows = []
    for some in keep.split(size, dim=0):
        rows.append([2 if tile.half().sum() == torch.tensor(tile.numel()).half() else int(tile.any()) for tile in some.split(size, dim=1)])
    return torch.tensor(rows, dtype=torch.int8)
