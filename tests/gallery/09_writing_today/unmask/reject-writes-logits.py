# reject: writes −∞ into the logits that the model returned
# message: model-weights
@torch.no_grad()
def unmask(model, ids, mask_id, steps, choose, generator=None):
    if choose not in ("random", "confident", "left"):
        raise ValueError(f"choose is {choose!r}")
    text = ids.clone()
    B, n = ids.shape
    number = (ids == mask_id).sum(dim=1).tolist()
    if choose == "random":
        drawn = torch.rand(B, n, generator=generator)
    for step in range(steps):
        logits = model(text).logits
        logits[..., mask_id] = -math.inf
        prob, word = logits.softmax(-1).max(-1)
        for b in range(B):
            share = number[b] // steps + (step < number[b] % steps)
            gaps = (text[b] == mask_id).nonzero()[:, 0].tolist()
            if choose == "random":
                gaps.sort(key=lambda i: drawn[b, i].item())
            elif choose == "confident":
                gaps.sort(key=lambda i: -prob[b, i].item())
            for i in gaps[:share]:
                text[b, i] = word[b, i]
    return text
