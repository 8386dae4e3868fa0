# reject: reads again after each gap
# message: unmask-one-a-step
@torch.no_grad()
def unmask(model, ids, mask_id, steps, choose, generator=None):
    if choose not in ("random", "confident", "left"):
        raise ValueError(choose)
    text = ids.clone()
    if choose == "random":
        numbers = torch.rand(ids.shape, generator=generator)
    for b in range(len(ids)):
        while (text[b] == mask_id).any():
            logits = model(text[b : b + 1]).logits[0].clone()
            logits[:, mask_id] = -math.inf
            p, word = logits.softmax(-1).max(-1)
            gaps = (text[b] == mask_id).nonzero().flatten().tolist()
            if choose == "random":
                gaps.sort(key=lambda i: numbers[b, i].item())
            if choose == "confident":
                gaps.sort(key=lambda i: -p[i].item())
            text[b, gaps[0]] = word[gaps[0]]
    return text
