# reject: one batch of texts that differ in length
# message: infill-ragged
def infill(
    lm: nn.Module, prefix: list[int], candidates: list[list[int]], suffix: list[int]
) -> list[int]:
    ids = torch.tensor([[*prefix, *c, *suffix] for c in candidates])
    with torch.no_grad():
        log_p = lm(ids).logits[:, :-1].log_softmax(-1)
    return candidates[log_p.gather(-1, ids[:, 1:, None])[..., 0].sum(1).argmax().item()]
