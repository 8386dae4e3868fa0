# accept: leaves out what is the same for all: the prefix
def infill(
    lm: nn.Module, prefix: list[int], candidates: list[list[int]], suffix: list[int]
) -> list[int]:
    def score(candidate):
        ids = torch.tensor([[*prefix, *candidate, *suffix]])
        with torch.no_grad():
            log_p = lm(ids).logits[:, :-1].log_softmax(dim=-1)
        terms = log_p.gather(-1, ids[:, 1:, None])[0, :, 0]
        start = len(prefix) - 1
        return terms[start:].sum().item()

    return max(candidates, key=score)
