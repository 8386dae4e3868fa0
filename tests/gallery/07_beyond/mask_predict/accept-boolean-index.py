# accept: writes by a boolean index into a float32 tensor
@torch.no_grad()
def mask_predict(model, ids, slots, steps, mask_id):
    text = ids.clone()
    text[slots] = mask_id
    conf = torch.full(ids.shape, math.inf)
    for t in range(1, steps + 1):
        best, word = model(text).logits.log_softmax(-1).max(-1)
        m = text.eq(mask_id)
        text[m], conf[m] = word[m], best[m]
        for b in range(len(text)):
            k = int(slots[b].sum()) * (steps - t) // steps
            if k:
                text[b, conf[b].topk(k, largest=False).indices] = mask_id
    return text
