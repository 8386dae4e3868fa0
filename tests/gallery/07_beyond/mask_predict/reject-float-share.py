# reject: rounds a float down: 22 * ((22 - 7) / 22) gives 14
# message: fill-float-share
def mask_predict(model, ids, slots, steps, mask_id):
    text = ids.masked_fill(slots, mask_id)
    conf = torch.full(ids.shape, math.inf)
    for t in range(1, steps + 1):
        with torch.no_grad():
            best, word = model(text).logits.softmax(-1).max(-1)
        m = text == mask_id
        text, conf = torch.where(m, word, text), torch.where(m, best, conf)
        for b in range(len(text)):
            k = int(int(slots[b].sum()) * ((steps - t) / steps))
            text[b, conf[b].topk(k, largest=False).indices] = mask_id
    return text
