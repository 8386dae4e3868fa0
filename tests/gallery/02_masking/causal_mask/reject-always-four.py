# reject: always four tokens, cut to size
# message: check-shape
def causal_mask(n):
    return torch.tensor(
        [
            [0, -math.inf, -math.inf, -math.inf],
            [0, 0, -math.inf, -math.inf],
            [0, 0, 0, -math.inf],
            [0, 0, 0, 0],
        ]
    )[:n, :n]
