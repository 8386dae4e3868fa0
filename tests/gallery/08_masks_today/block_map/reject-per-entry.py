# reject: the map for each entry, not each tile
# message: block-not-tiles
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    rows = [[int(t.any()) + int(t.all()) for t in some.split(size, 1)] for some in keep.split(size)]
    large = torch.tensor(rows, dtype=torch.int8).repeat_interleave(size, 0).repeat_interleave(size, 1)
    return large[: keep.shape[0], : keep.shape[1]]
