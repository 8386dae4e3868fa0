# reject: as many columns of tiles as rows
# message: check-shape
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    b = -(-len(keep) // size)
    out = torch.zeros(b, b, dtype=torch.int8)
    for i in range(b):
        for j in range(b):
            tile = keep[i * size : (i + 1) * size, j * size : (j + 1) * size]
            out[i, j] = 2 if tile.all() else 1 if tile.any() else 0
    return out
