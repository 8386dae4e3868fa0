# reject: all four corners
# message: block-corners
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    rows = []
    for some in keep.split(size, dim=0):
        rows.append([int(tile[[0, 0, -1, -1], [0, -1, 0, -1]].any()) + int(tile[[0, 0, -1, -1], [0, -1, 0, -1]].all()) for tile in some.split(size, dim=1)])
    return torch.tensor(rows, dtype=torch.int8)
