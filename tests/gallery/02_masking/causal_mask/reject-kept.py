# reject: hands out the same tensor for the same n: who changes it changes the next answer
# message: check-shares-result
from functools import lru_cache


@lru_cache
def causal_mask(n):
    return torch.full((n, n), -math.inf).triu(1)
