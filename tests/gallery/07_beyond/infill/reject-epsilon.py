# reject: adds a small number inside the logarithm
# message: infill-tiny
def infill(
    lm: nn.Module, prefix: list[int], candidates: list[list[int]], suffix: list[int]
) -> list[int]:
    def score(candidate):
        ids = torch.tensor([[*prefix, *candidate, *suffix]])
        with torch.no_grad():
            log_p = lm(ids).logits[:, :-1].softmax(-1).add(1e-6).log()
        return log_p.gather(-1, ids[:, 1:, None]).sum().item()

    return max(candidates, key=score)
