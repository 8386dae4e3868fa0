# reject: view needs contiguous memory
# message: check-raised-at
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    n, m = keep.shape
    flat = keep.view(-1)
    rows = []
    for i in range(0, n, size):
        lines = [flat[r * m : (r + 1) * m] for r in range(i, min(i + size, n))]
        tiles = torch.stack(lines).split(size, dim=1)
        rows.append([int(tile.any()) + int(tile.all()) for tile in tiles])
    return torch.tensor(rows, dtype=torch.int8)
