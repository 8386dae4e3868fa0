# accept: max pooling of the mask and of its opposite
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    both = torch.stack([keep, ~keep]).double()
    n, m = keep.shape
    some, gaps = F.max_pool2d(F.pad(both, (0, -m % size, 0, -n % size)), size).bool()
    return (some.to(torch.int8) + (some & ~gaps).to(torch.int8)).to(torch.int8)
