# accept: hands out the same tensor for the same n, as a model keeps its mask
from functools import lru_cache


@lru_cache
def causal_mask(n):
    return torch.full((n, n), -math.inf).triu(1)
