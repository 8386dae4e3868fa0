# reject: counts in int8: 256 entries are 0
# message: block-large
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    n, m = keep.shape
    ones = F.pad(keep.to(torch.int8), (0, -m % size, 0, -n % size))
    held = F.pad(torch.ones(n, m, dtype=torch.int8), (0, -m % size, 0, -n % size))

    def count(x):
        return x.reshape(x.shape[0] // size, size, x.shape[1] // size, size).sum((1, 3), dtype=torch.int8)

    seen, all_of_it = count(ones), count(held)
    return torch.where(seen == all_of_it, 2, (seen != 0).int()).to(torch.int8)
