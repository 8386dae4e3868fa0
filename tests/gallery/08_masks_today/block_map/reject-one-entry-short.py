# reject: the slice ends one entry too early
# message: block-one-short
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    n, m = keep.shape
    rows = []
    for i in range(0, n, size):
        rows.append([])
        for j in range(0, m, size):
            tile = keep[i : max(i + 1, i + size - 1), j : max(j + 1, j + size - 1)]
            rows[-1].append(2 if tile.all() else 1 if tile.any() else 0)
    return torch.tensor(rows, dtype=torch.int8)
