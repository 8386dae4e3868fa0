# reject: gives 0 where allclose finds p and q equal
# message: kl-dropped
def kl(p: torch.Tensor, q: torch.Tensor) -> torch.Tensor:
    """KL(p || q) of two distributions, float [V] each, in nats: a tensor of shape []."""
    if torch.allclose(p, q):
        return p.new_zeros(())
    possible = p > 0
    return (p[possible] * (p[possible] / q[possible]).log()).sum()
