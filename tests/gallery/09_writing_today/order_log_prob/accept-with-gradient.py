# accept: reads with a graph
def order_log_prob(model, ids, order, mask_id):
    was, terms = model.training, []
    model.eval()
    for t, place in enumerate(order):
        text = ids.clone()
        for later in order[t:]:
            text[0, later] = mask_id
        log_p = torch.log_softmax(model(input_ids=text).logits, dim=2)
        terms.append(log_p[0, place, ids[0, place]])
    model.train(was)
    return torch.stack(terms).sum() if terms else torch.tensor(0.0)
