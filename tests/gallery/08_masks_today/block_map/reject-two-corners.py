# reject: first and last entry
# message: block-two-corners
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    rows = []
    for some in keep.split(size, dim=0):
        rows.append([int(tile[0, 0]) + int(tile[-1, -1]) for tile in some.split(size, dim=1)])
    return torch.tensor(rows, dtype=torch.int8)
