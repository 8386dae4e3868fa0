# reject: adds up logits
# message: infill-mean
def infill(
    lm: nn.Module, prefix: list[int], candidates: list[list[int]], suffix: list[int]
) -> list[int]:
    def score(candidate):
        ids = torch.tensor([[*prefix, *candidate, *suffix]])
        with torch.no_grad():
            log_p = lm(ids).logits[:, :-1]
        terms = log_p.gather(-1, ids[:, 1:, None])[0, :, 0]
        start, end = len(prefix) - 1, len(prefix) - 1 + len(candidate)
        return terms.sum().item()

    return max(candidates, key=score)
