# reject: leaves out all entries up to 1e-5
# message: entropy-small
def entropy_bits(p: torch.Tensor) -> torch.Tensor:
    """The entropy of the distribution p, float [V], in bits: a tensor of shape []."""
    positive = p[p > 1e-5]
    return -(positive * positive.log2()).sum()
