# reject: the order of the first reading
# message: unmask-stale-order
@torch.no_grad()
def unmask(model, ids, mask_id, steps, choose, generator=None):
    if choose not in ("random", "confident", "left"):
        raise ValueError(choose)
    text = ids.clone()
    gaps = ids == mask_id

    def read():
        logits = model(text).logits.clone()
        logits[..., mask_id] = -math.inf
        return logits.softmax(-1).max(-1)

    turn = torch.arange(ids.shape[1]).expand(ids.shape).float()
    if choose == "random":
        turn = torch.rand(ids.shape, generator=generator)
    if choose == "confident":
        turn = -read()[0]
    rank = turn.masked_fill(~gaps, math.inf).argsort(dim=1, stable=True).argsort(dim=1)
    done = torch.zeros(len(ids), 1).long()
    count = gaps.sum(1, keepdim=True)
    for step in range(steps):
        word = read()[1]
        until = done + count // steps + (step < count % steps)
        text = torch.where((rank >= done) & (rank < until) & gaps, word, text)
        done = until
    return text
