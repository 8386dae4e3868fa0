# reject: takes half a nat off for each token of the candidate
# message: infill-near
def infill(
    lm: nn.Module, prefix: list[int], candidates: list[list[int]], suffix: list[int]
) -> list[int]:
    def score(candidate):
        ids = torch.tensor([[*prefix, *candidate, *suffix]])
        with torch.no_grad():
            log_p = lm(ids).logits[:, :-1].log_softmax(-1)
        return log_p.gather(-1, ids[:, 1:, None]).sum().item() - 0.5 * len(candidate)

    return max(candidates, key=score)
