# reject: one tile more than n // size, always
# message: check-shape
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    n, m = keep.shape
    out = torch.zeros(n // size + 1, m // size + 1, dtype=torch.int8)
    for i in range(n // size + 1):
        for j in range(m // size + 1):
            tile = keep[i * size : (i + 1) * size, j * size : (j + 1) * size]
            out[i, j] = int(tile.any()) + int(tile.all() and tile.numel() > 0)
    return out
