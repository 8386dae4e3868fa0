# reject: pads with True: edge tiles are never empty
# message: block-edges-never-empty
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    n, m = keep.shape
    padded = F.pad(keep, (0, -m % size, 0, -n % size), value=True)
    tiles = padded.reshape(len(padded) // size, size, -1, size)
    return (tiles.any(3).any(1).to(torch.int8) + tiles.all(3).all(1)).to(torch.int8)
