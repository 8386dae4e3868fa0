# reject: counts in eight bits
# message: block-large
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    rows = []
    for strip in keep.split(size, dim=0):
        row = []
        for tile in strip.split(size, dim=1):
            count = tile.sum(dtype=torch.uint8)
            row.append(2 if tile.all() else 1 if count > 0 else 0)
        rows.append(row)
    return torch.tensor(rows, dtype=torch.int8)
