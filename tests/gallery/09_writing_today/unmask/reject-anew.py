# reject: what was filled earlier is written anew in each step
# message: unmask-wrong
@torch.no_grad()
def unmask(model, ids, mask_id, steps, choose, generator=None):
    if choose not in ("random", "confident", "left"):
        raise ValueError(choose)
    text, gaps, open_ = ids.clone(), ids == mask_id, ids == mask_id
    turn = torch.arange(ids.shape[1]).expand(ids.shape).float()
    if choose == "random":
        turn = torch.rand(ids.shape, generator=generator)
    count = gaps.sum(1, keepdim=True)
    for step in range(steps):
        logits = model(text).logits.clone()
        logits[..., mask_id] = -math.inf
        p, word = logits.softmax(-1).max(-1)
        if choose == "confident":
            turn = -p
        rank = turn.masked_fill(~open_, math.inf).argsort(dim=1, stable=True).argsort(dim=1)
        open_ = open_ & ~(rank < count // steps + (step < count % steps))
        text = torch.where(gaps & ~open_, word, text)
    return text
