# reject: unfold, which drops the last tiles
# message: block-edges-missing
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    tiles = keep.unfold(0, size, size).unfold(1, size, size).flatten(2)
    return (tiles.any(-1).to(torch.int8) + tiles.all(-1)).to(torch.int8)
