# reject: an error only where a gap is to be filled
# message: check-did-not-raise
def unmask(model, ids, mask_id, steps, choose, generator=None):
    text = ids.clone()
    if choose == "random":
        numbers = torch.rand(ids.shape, generator=generator)
    plan = [divmod(int(n), steps) for n in (ids == mask_id).sum(1)]
    for step in range(steps):
        if not (text == mask_id).any():
            break
        with torch.no_grad():
            logits = model(text).logits.clone()
        logits[..., mask_id] = -math.inf
        p, word = logits.softmax(-1).max(-1)
        for b, (share, more) in enumerate(plan):
            gaps = (text[b] == mask_id).nonzero().flatten().tolist()
            if choose == "random":
                gaps.sort(key=lambda i: numbers[b, i].item())
            elif choose == "confident":
                gaps.sort(key=lambda i: -p[b, i].item())
            elif choose != "left":
                raise ValueError(choose)
            for i in gaps[: share + (step < more)]:
                text[b, i] = word[b, i]
    return text
