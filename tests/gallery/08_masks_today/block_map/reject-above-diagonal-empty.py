# reject: takes every tile above the diagonal for empty
# message: block-wrong
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    rows = [[int(t.any()) + int(t.all()) for t in some.split(size, 1)] for some in keep.split(size)]
    kinds = torch.tensor(rows, dtype=torch.int8)
    for i in range(kinds.shape[0]):
        for j in range(kinds.shape[1]):
            if j > i:
                kinds[i, j] = 0
    return kinds
