# reject: gives the model another forward
# message: model-changed
def unmask(model, ids, mask_id, steps, choose, generator=None):
    if choose not in ("random", "confident", "left"):
        raise ValueError(choose)
    forward = model.forward

    @torch.no_grad()
    def without_mask(*args, **kwargs):
        logits = forward(*args, **kwargs).logits.clone()
        logits[..., mask_id] = -math.inf
        return logits

    model.forward = without_mask
    text, turn = ids.clone(), torch.arange(ids.shape[1]).expand(ids.shape).float()
    if choose == "random":
        turn = torch.rand(ids.shape, generator=generator)
    count = (ids == mask_id).sum(1, keepdim=True)
    for step in range(steps):
        p, word = model(text).softmax(-1).max(-1)
        if choose == "confident":
            turn = -p
        rank = turn.masked_fill(text != mask_id, math.inf).argsort(dim=1, stable=True).argsort(dim=1)
        text = torch.where(rank < count // steps + (step < count % steps), word, text)
    return text
