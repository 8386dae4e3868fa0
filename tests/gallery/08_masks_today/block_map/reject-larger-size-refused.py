# reject: a size above n is an error
# message: check-raised-at
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    if size > min(keep.shape):
        raise ValueError("the tile is larger than the mask")
    rows = [[int(t.any()) + int(t.all()) for t in some.split(size, 1)] for some in keep.split(size)]
    return torch.tensor(rows, dtype=torch.int8)
