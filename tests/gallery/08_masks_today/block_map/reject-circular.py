# reject: pads with the entries of the other side
# message: block-wrong
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    n, m = keep.shape
    rows = torch.arange(-(-n // size) * size) % n
    columns = torch.arange(-(-m // size) * size) % m
    padded = keep[rows][:, columns]
    tiles = padded.reshape(len(rows) // size, size, len(columns) // size, size)
    return tiles.any(3).any(1).to(torch.int8) + tiles.all(3).all(1).to(torch.int8)
