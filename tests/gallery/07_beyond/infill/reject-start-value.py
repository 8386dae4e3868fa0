# reject: starts the search from -1000, which long texts never reach
# message: infill-tiny
def infill(
    lm: nn.Module, prefix: list[int], candidates: list[list[int]], suffix: list[int]
) -> list[int]:
    best, highest = candidates[0], -1000.0
    for candidate in candidates:
        ids = torch.tensor([[*prefix, *candidate, *suffix]])
        with torch.no_grad():
            log_p = lm(ids).logits[:, :-1].log_softmax(dim=-1)
        score = log_p.gather(-1, ids[:, 1:, None]).sum().item()
        if score > highest:
            best, highest = candidate, score
    return best
