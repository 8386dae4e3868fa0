# reject: takes the memory as it lies, wherever the numbers are
# message: block-wrong
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    n, m = keep.shape
    flat = torch.tensor(keep.untyped_storage().tolist()).bool()
    keep = flat[: n * m].reshape(n, m) if len(flat) >= n * m else keep
    rows = [[int(t.any()) + int(t.all()) for t in some.split(size, 1)] for some in keep.split(size)]
    return torch.tensor(rows, dtype=torch.int8)
