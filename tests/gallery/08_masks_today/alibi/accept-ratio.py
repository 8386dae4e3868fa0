# accept: the first slope again and again, as the paper says it
def alibi(n_heads: int, n: int) -> torch.Tensor:
    ratio = 2 ** (-8 / n_heads)
    slopes = torch.tensor([ratio ** (k + 1) for k in range(n_heads)])
    place = torch.arange(n, dtype=torch.float32)
    bias = slopes.view(-1, 1, 1) * (place[None, None, :] - place[None, :, None])
    return bias + torch.full((n, n), -math.inf).triu(1)
