# accept: the first position, then the rest
def order_log_prob(model, ids, order, mask_id):
    if not len(order):
        return torch.zeros(())
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    text = ids.clone()
    text[:, order] = mask_id
    with torch.no_grad():
        row = model(text).logits[0, order[0]]
    for part, mode in modes:
        part.training = mode
    first = row[ids[0, order[0]]] - row.logsumexp(0)
    return first + order_log_prob(model, ids, order[1:], mask_id)
