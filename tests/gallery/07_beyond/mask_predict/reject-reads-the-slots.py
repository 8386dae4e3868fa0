# reject: looks up what the slots hold at first, which need be no id
# message: check-raised-at
def mask_predict(model, ids, slots, steps, mask_id):
    with torch.no_grad():
        start = model(ids).logits.double().softmax(dim=-1)
    confidence = start.gather(-1, ids[..., None])[..., 0].masked_fill(~slots, math.inf)
    text = ids.masked_fill(slots, mask_id)
    for t in range(1, steps + 1):
        with torch.no_grad():
            best, word = model(text).logits.double().softmax(dim=-1).max(dim=-1)
        masked = text == mask_id
        text = torch.where(masked, word, text)
        confidence = torch.where(masked, best, confidence)
        again = slots.sum(dim=1, keepdim=True) * (steps - t) // steps
        rank = confidence.argsort(dim=1).argsort(dim=1)
        text = text.masked_fill(rank < again, mask_id)
    return text
