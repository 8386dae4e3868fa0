# reject: reads once, and writes that in steps
# message: unmask-at-once
@torch.no_grad()
def unmask(model, ids, mask_id, steps, choose, generator=None):
    if choose not in ("random", "confident", "left"):
        raise ValueError(choose)
    if choose == "random":
        torch.rand(ids.shape, generator=generator)
    logits = model(ids).logits.clone()
    logits[..., mask_id] = -math.inf
    return torch.where(ids == mask_id, logits.argmax(-1), ids)
