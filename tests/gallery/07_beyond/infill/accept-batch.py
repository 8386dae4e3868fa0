# accept: one padded batch
def infill(
    lm: nn.Module, prefix: list[int], candidates: list[list[int]], suffix: list[int]
) -> list[int]:
    texts = [prefix + candidate + suffix for candidate in candidates]
    longest = max(map(len, texts))
    ids = torch.tensor([text + [0] * (longest - len(text)) for text in texts])
    real = torch.tensor([[t < len(text) for t in range(1, longest)] for text in texts])
    with torch.no_grad():
        log_p = lm(ids).logits[:, :-1].log_softmax(-1)
    scores = (log_p.gather(-1, ids[:, 1:, None])[..., 0] * real).sum(1)
    return candidates[scores.argmax()]
