# reject: entries of p up to 1e-12 count as zeros
# message: kl-dropped
def kl(p: torch.Tensor, q: torch.Tensor) -> torch.Tensor:
    """KL(p || q) of two distributions, float [V] each, in nats: a tensor of shape []."""
    keep = p > 1e-12
    p, q = p[keep], q[keep]
    return (p * (p.log() - q.log())).sum()
