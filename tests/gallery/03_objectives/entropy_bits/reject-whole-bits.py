# reject: rounds each code length up to whole bits (Shannon's code): right for powers of 1/2 only
# message: entropy-whole-bits
def entropy_bits(p: torch.Tensor) -> torch.Tensor:
    positive = p[p > 0]
    bits = torch.ceil(-torch.log2(positive))
    return (positive * bits).sum()
