# reject: clamps probabilities at 1e-4 inside the logarithm
# message: entropy-small
def entropy_bits(p: torch.Tensor) -> torch.Tensor:
    """The entropy of the distribution p, float [V], in bits: a tensor of shape []."""
    return -(p * p.clamp(min=1e-4).log2()).sum()
