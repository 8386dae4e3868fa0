# reject: parts as equal as possible
# message: block-even-parts
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    n, m = keep.shape
    rows = []
    for some in keep.tensor_split(math.ceil(n / size), 0):
        rows.append([int(t.any()) + int(t.all()) for t in some.tensor_split(math.ceil(m / size), 1)])
    return torch.tensor(rows, dtype=torch.int8)
