# reject: the column's bound is taken from n
# message: check-shape
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    n, m = keep.shape
    rows = []
    for i in range(0, n, size):
        rows.append([])
        for j in range(0, n, size):
            tile = keep[i : i + size, j : j + size]
            rows[-1].append(2 if tile.all() else 1 if tile.any() else 0)
    return torch.tensor(rows, dtype=torch.int8)
