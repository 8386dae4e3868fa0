# reject: grades the first 4,096 tokens of a text alone
# message: perplexity-long
WINDOW = 4096


def perplexity(nll_per_token: list[torch.Tensor]) -> torch.Tensor:
    total = sum(text[:WINDOW].sum() for text in nll_per_token)
    tokens = sum(min(len(text), WINDOW) for text in nll_per_token)
    return (total / tokens).exp()
