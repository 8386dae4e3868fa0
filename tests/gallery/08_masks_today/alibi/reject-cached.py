# reject: hands out the table that it keeps
# message: check-shares-result
from functools import cache


@cache
def alibi(n_heads, n):
    slopes = 2.0 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)
    far = torch.arange(n)[:, None] - torch.arange(n)
    return (-slopes[:, None, None] * far).masked_fill(far < 0, -math.inf)
