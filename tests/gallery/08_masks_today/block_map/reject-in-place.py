# reject: clears the caller's mask on the way
# message: check-modified
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    rows = []
    for i in range(0, keep.shape[0], size):
        rows.append([])
        for j in range(0, keep.shape[1], size):
            tile = keep[i : i + size, j : j + size]
            rows[-1].append(int(tile.any()) + int(tile.all()))
            tile[:] = tile.any()
    return torch.tensor(rows, dtype=torch.int8)
