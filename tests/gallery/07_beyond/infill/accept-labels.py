# accept: the library's loss times the number of tokens
def infill(
    lm: nn.Module, prefix: list[int], candidates: list[list[int]], suffix: list[int]
) -> list[int]:
    def loss(candidate):
        ids = torch.tensor([prefix + candidate + suffix])
        log_p = lm(input_ids=ids).logits.log_softmax(-1)
        return -sum(log_p[0, t - 1, ids[0, t]].item() for t in range(1, ids.shape[1]))

    return sorted(candidates, key=loss)[0]
