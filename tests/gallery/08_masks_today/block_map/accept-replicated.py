# accept: pads with copies of the last row and column, which change nothing
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    n, m = keep.shape
    rows = torch.arange(-(-n // size) * size).clamp(max=n - 1)
    columns = torch.arange(-(-m // size) * size).clamp(max=m - 1)
    tiles = keep[rows][:, columns].reshape(len(rows) // size, size, len(columns) // size, size)
    return tiles.any(3).any(1).to(torch.int8) + tiles.all(3).all(1).to(torch.int8)
