# reject: one padded batch, and the padding is scored
# message: infill-padded
def infill(
    lm: nn.Module, prefix: list[int], candidates: list[list[int]], suffix: list[int]
) -> list[int]:
    texts = [[*prefix, *c, *suffix] for c in candidates]
    n = max(map(len, texts))
    ids = torch.tensor([t + [0] * (n - len(t)) for t in texts])
    with torch.no_grad():
        log_p = lm(ids).logits[:, :-1].log_softmax(-1)
    terms = log_p.gather(-1, ids[:, 1:, None])[..., 0]
    return candidates[terms.sum(1).argmax().item()]
