# reject: one text alone
# message: unmask-gap-left
@torch.no_grad()
def unmask(model, ids, mask_id, steps, choose, generator=None):
    if choose not in ("random", "confident", "left"):
        raise ValueError(choose)
    numbers = torch.rand(ids.shape, generator=generator) if choose == "random" else None
    text = ids.clone()
    gaps = (ids[0] == mask_id).nonzero().flatten().tolist()
    share, more = divmod(len(gaps), steps)
    for step in range(steps):
        logits = model(text).logits[0].clone()
        logits[:, mask_id] = -math.inf
        p, word = logits.softmax(-1).max(-1)
        key = {"left": lambda i: i, "confident": lambda i: -p[i].item(), "random": lambda i: numbers[0, i].item()}
        gaps.sort(key=key[choose])
        now = share + (step < more)
        text[0, gaps[:now]] = word[gaps[:now]]
        gaps = sorted(gaps[now:])
    return text
