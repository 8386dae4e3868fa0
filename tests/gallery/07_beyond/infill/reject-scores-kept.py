# reject: keeps the scores of texts, whatever the model
# message: check-remembered
scores = {}


def infill(
    lm: nn.Module, prefix: list[int], candidates: list[list[int]], suffix: list[int]
) -> list[int]:
    def score(candidate):
        text = torch.tensor([[*prefix, *candidate, *suffix]])
        with torch.no_grad():
            log_p = lm(text).logits[:, :-1].log_softmax(dim=-1)
        picked = log_p.gather(-1, text[:, 1:, None])[0, :, 0]
        return picked.sum().item()

    for candidate in candidates:
        key = (*prefix, -1, *candidate, -1, *suffix)
        if key not in scores:
            scores[key] = score(candidate)
    return max(candidates, key=lambda candidate: scores[(*prefix, -1, *candidate, -1, *suffix)])
