# accept: a plan of all shares, and gaps that are crossed off
def unmask(model, ids, mask_id, steps, choose, generator=None):
    if choose not in ["random", "confident", "left"]:
        raise ValueError("unknown")
    b, n = ids.shape
    text, open_ = ids.clone(), ids == mask_id
    if choose == "random":
        score = 1 - torch.rand(b, n, generator=generator).double()
    elif choose == "left":
        score = torch.arange(n, 0, -1).double().expand(b, n)
    plan = torch.zeros(b, steps, dtype=torch.long)
    for k in range(int(open_.sum(1).max())):
        plan[open_.sum(1) > k, k % steps] += 1
    for step in range(steps):
        with torch.no_grad():
            logits = model(input_ids=text).logits
        keep = torch.arange(logits.shape[-1]) != mask_id
        p, word = logits.masked_fill(~keep, -math.inf).softmax(-1).max(-1)
        if choose == "confident":
            score = p
        for row in range(b):
            for _ in range(int(plan[row, step])):
                place = score[row].masked_fill(~open_[row], -1).argmax()
                text[row, place] = word[row, place]
                open_[row, place] = False
    return text
