# accept: NumPy from the logits on
def unmask(model, ids, mask_id, steps, choose, generator=None):
    import numpy as np

    if choose not in ("random", "confident", "left"):
        raise ValueError(choose)
    text = ids.numpy().copy()
    b, n = text.shape
    turn = np.tile(np.arange(n, dtype=np.float64), (b, 1))
    if choose == "random":
        turn = torch.rand(b, n, generator=generator).numpy()
    count = (text == mask_id).sum(1)
    for step in range(steps):
        with torch.no_grad():
            logits = model(torch.from_numpy(text)).logits.double().numpy().copy()
        logits[..., mask_id] = -np.inf
        p = np.exp(logits - logits.max(-1, keepdims=True))
        p /= p.sum(-1, keepdims=True)
        if choose == "confident":
            turn = -p.max(-1)
        order = np.argsort(np.where(text == mask_id, turn, np.inf), axis=1, kind="stable")
        for row in range(b):
            share = count[row] // steps + int(step < count[row] % steps)
            first = order[row, :share]
            text[row, first] = p[row, first].argmax(-1)
    return torch.from_numpy(text)
