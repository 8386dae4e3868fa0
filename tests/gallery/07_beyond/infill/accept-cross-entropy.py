# accept: cross_entropy with the sum
def infill(
    lm: nn.Module, prefix: list[int], candidates: list[list[int]], suffix: list[int]
) -> list[int]:
    losses = []
    for candidate in candidates:
        ids = torch.tensor(prefix + candidate + suffix)
        with torch.no_grad():
            logits = lm(ids[None]).logits[0]
        losses.append(F.cross_entropy(logits[:-1], ids[1:], reduction="sum").item())
    return candidates[losses.index(min(losses))]
