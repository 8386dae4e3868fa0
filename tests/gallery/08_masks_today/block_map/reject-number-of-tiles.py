# reject: `size` taken for the number of tiles
# message: check-shape
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    rows = [[int(t.any()) + int(t.all()) for t in some.chunk(size, 1)] for some in keep.chunk(size)]
    return torch.tensor(rows, dtype=torch.int8)
