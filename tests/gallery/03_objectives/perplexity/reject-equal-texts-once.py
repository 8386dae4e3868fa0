# reject: two texts with the same losses are counted once
# message: perplexity-equal-texts-once
def perplexity(nll_per_token: list[torch.Tensor]) -> torch.Tensor:
    by_text = {tuple(t.tolist()): t for t in nll_per_token}
    total = sum(t.sum() for t in by_text.values())
    n = sum(len(t) for t in by_text)
    return torch.exp(total / n)
