# reject: takes the token 0 for padding
# message: infill-no-zeros
def infill(
    lm: nn.Module, prefix: list[int], candidates: list[list[int]], suffix: list[int]
) -> list[int]:
    def score(candidate):
        ids = torch.tensor([[*prefix, *candidate, *suffix]])
        with torch.no_grad():
            log_p = lm(ids).logits[:, :-1].log_softmax(-1)
        return (log_p.gather(-1, ids[:, 1:, None])[..., 0] * (ids[:, 1:] != 0)).sum().item()

    return max(candidates, key=score)
