# accept: counts of True entries against the size of the tile
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    n, m = keep.shape
    rows, columns = math.ceil(n / size), math.ceil(m / size)
    to_row = F.one_hot(torch.arange(n) // size, rows).double()
    to_column = F.one_hot(torch.arange(m) // size, columns).double()
    count = to_row.T @ keep.double() @ to_column
    area = to_row.sum(0)[:, None] * to_column.sum(0)
    kinds = torch.ones(rows, columns, dtype=torch.int8)
    kinds[count == 0] = 0
    kinds[count == area] = 2
    return kinds
