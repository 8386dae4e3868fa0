# reject: rows and columns of tiles exchanged
# message: block-shape-turned
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    rows = [[int(t.any()) + int(t.all()) for t in some.split(size, 0)] for some in keep.split(size, 1)]
    return torch.tensor(rows, dtype=torch.int8)
