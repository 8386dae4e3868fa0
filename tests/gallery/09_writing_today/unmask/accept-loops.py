# accept: text by text, with sorted lists
def unmask(model, ids, mask_id, steps, choose, generator=None):
    if choose == "random":
        numbers = torch.rand(*ids.shape, generator=generator).tolist()
    elif choose not in ("confident", "left"):
        raise ValueError("choose is random, confident or left")
    text = ids.clone()
    counts = [int((row == mask_id).sum()) for row in ids]
    for step in range(1, steps + 1):
        with torch.no_grad():
            logits = model(text).logits.double().clone()
        logits[:, :, mask_id] = float("-inf")
        p, word = torch.softmax(logits, 2).max(2)
        for b, count in enumerate(counts):
            share = count // steps + (1 if step <= count % steps else 0)
            gaps = [i for i, token in enumerate(text[b].tolist()) if token == mask_id]
            if choose == "random":
                gaps.sort(key=lambda i: numbers[b][i])
            if choose == "confident":
                gaps.sort(key=lambda i: p[b, i].item(), reverse=True)
            for i in gaps[:share]:
                text[b, i] = word[b, i]
    return text
