# reject: takes 4 for the mask, whatever mask_id says
# message: fill-mask-id
def mask_predict(model, ids, slots, steps, mask_id):
    mask_id = 4
    text = ids.masked_fill(slots, mask_id)
    conf = torch.full(ids.shape, math.inf)
    for t in range(1, steps + 1):
        with torch.no_grad():
            best, word = model(text).logits.softmax(-1).max(-1)
        m = text == mask_id
        text, conf = torch.where(m, word, text), torch.where(m, best, conf)
        k = slots.sum(1, keepdim=True) * (steps - t) // steps
        text = text.masked_fill(conf.argsort(1).argsort(1) < k, mask_id)
    return text
