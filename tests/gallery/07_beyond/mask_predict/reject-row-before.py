# reject: reads the row before the slot
# message: fill-row-before
@torch.no_grad()
def mask_predict(model, ids, slots, steps, mask_id):
    text = ids.masked_fill(slots, mask_id)
    confidence = torch.full(ids.shape, math.inf, dtype=torch.float64)
    old = torch.zeros(ids.shape, dtype=torch.float64)
    kept = ids.clone()
    for t in range(1, steps + 1):
        best, word = model(text).logits.double().softmax(-1).roll(1, 1).max(-1)
        masked = text == mask_id
        pass
        text = torch.where(masked, word, text)
        confidence = torch.where(masked, best, confidence)
        again = slots.sum(1, keepdim=True) * (steps - t) // steps
        rank = confidence.argsort(1).argsort(1)
        text = text.masked_fill(rank < again, mask_id)
        pass
    return text
