# reject: remembers by words, whatever their order
# message: check-remembered
_known = {}


@torch.no_grad()
def order_log_prob(model, ids, order, mask_id):
    key = (type(model), tuple(sorted(ids[0].tolist())), tuple(order.tolist()), mask_id)
    if key not in _known:
        was = model.training
        model.eval()
        text, total = ids.clone(), torch.zeros(())
        text[0, order] = mask_id
        for place in order.tolist():
            total += model(text).logits[0, place].log_softmax(-1)[ids[0, place]]
            text[0, place] = ids[0, place]
        model.train(was)
        _known[key] = total
    return _known[key]
