# reject: leaves the smaller tiles out
# message: block-edges-missing
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    n, m = keep.shape
    tiles = keep[: n // size * size, : m // size * size].reshape(n // size, size, m // size, size)
    return (tiles.any(3).any(1).to(torch.int8) + tiles.all(3).all(1)).to(torch.int8)
