# reject: the causal mask's map by position
# message: block-causal
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    n, m = keep.shape
    causal = torch.ones(n, m).tril().bool()
    rows = [[int(t.any()) + int(t.all()) for t in some.split(size, 1)] for some in causal.split(size)]
    return torch.tensor(rows, dtype=torch.int8)
