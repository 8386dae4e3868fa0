# reject: a slot that kept its token is never doubted again
# message: fill-forgets
def mask_predict(model, ids, slots, steps, mask_id):
    text = ids.masked_fill(slots, mask_id)
    for t in range(1, steps + 1):
        with torch.no_grad():
            best, word = model(text).logits.softmax(-1).max(-1)
        m = text == mask_id
        text = torch.where(m, word, text)
        conf = best.masked_fill(~m, math.inf)
        for b in range(len(text)):
            k = int(slots[b].sum()) * (steps - t) // steps
            text[b, conf[b].topk(k, largest=False).indices] = mask_id
    return text
