# accept: sets the mode that the model has, in one batch for each length
def infill(
    lm: nn.Module, prefix: list[int], candidates: list[list[int]], suffix: list[int]
) -> list[int]:
    lm.eval()
    best, highest = None, -math.inf
    for length in {len(candidate) for candidate in candidates}:
        group = [candidate for candidate in candidates if len(candidate) == length]
        ids = torch.tensor([prefix + candidate + suffix for candidate in group])
        with torch.inference_mode():
            log_p = lm(ids).logits.log_softmax(-1)
        for row, candidate in enumerate(group):
            score = sum(log_p[row, t - 1, ids[row, t]] for t in range(1, ids.shape[1]))
            if score > highest:
                best, highest = candidate, score
    return best
