# accept: cross_entropy, from an order of ranks
def order_log_prob(model, ids, order, mask_id):
    n, k = ids.shape[1], order.numel()
    rank = torch.full((n,), -1)
    rank[order] = torch.arange(k)
    training, total = model.training, torch.zeros((), dtype=torch.float64)
    model.train(False)
    for t in range(k):
        text = torch.where(rank >= t, mask_id, ids)
        with torch.inference_mode():
            row = model(text).logits[:, order[t]].double()
            total += -F.cross_entropy(row, ids[:, order[t]]).item()
    model.train(training)
    return total
