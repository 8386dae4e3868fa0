# reject: without padding it hands out a view of a mask that it keeps
# message: check-shares-result
from functools import lru_cache


@lru_cache(maxsize=16)
def _causal(n):
    return torch.ones(n, n, dtype=torch.bool).tril()


def allowed_mask(padding: torch.Tensor) -> torch.Tensor:
    B, n = padding.shape
    causal = _causal(n)
    if not padding.any():  # nothing to hide
        return causal.expand(B, n, n)
    return causal & ~padding[:, None, :]
