# reject: appends the suffix to the candidates
# message: check-modified
def infill(
    lm: nn.Module, prefix: list[int], candidates: list[list[int]], suffix: list[int]
) -> list[int]:
    best, top = None, -math.inf
    for candidate in candidates:
        n = len(candidate)
        candidate.extend(suffix)
        ids = torch.tensor([[*prefix, *candidate]])
        with torch.no_grad():
            log_p = lm(ids).logits[:, :-1].log_softmax(dim=-1)
        total = log_p.gather(-1, ids[:, 1:, None]).sum().item()
        if total > top:
            best, top = candidate[:n], total
    return best
