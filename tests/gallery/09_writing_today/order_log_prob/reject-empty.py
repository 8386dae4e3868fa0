# reject: an empty order is an error
# message: check-raised-at
@torch.no_grad()
def order_log_prob(model, ids, order, mask_id):
    was = model.training
    model.eval()
    texts = []
    for t in range(len(order)):
        text = ids.clone()
        text[0, order[t:]] = mask_id
        texts.append(text)
    log_p = model(torch.cat(texts)).logits.log_softmax(-1)
    model.train(was)
    return log_p[torch.arange(len(order)), order, ids[0, order]].sum()
