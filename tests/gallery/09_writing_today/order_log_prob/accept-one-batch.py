# accept: all readings as one batch
@torch.no_grad()
def order_log_prob(model, ids, order, mask_id):
    k = len(order)
    if k == 0:
        return torch.tensor(0.0)
    was = model.training
    model.eval()
    texts = ids.repeat(k, 1)
    for t in range(k):
        texts[t, order[t:]] = mask_id
    log_p = model(texts).logits.log_softmax(-1)
    model.train(was)
    return log_p[torch.arange(k), order, ids[0, order]].sum()
