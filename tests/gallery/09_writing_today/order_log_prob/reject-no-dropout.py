# reject: sets all dropout to 0 for good
# message: model-changed
def order_log_prob(model, ids, order, mask_id):
    for part in model.modules():
        if isinstance(part, nn.Dropout):
            part.p = 0.0
    text, total = ids.clone(), torch.zeros(())
    text[0, order] = mask_id
    for place in order.tolist():
        with torch.no_grad():
            total += model(text).logits[0, place].log_softmax(-1)[ids[0, place]]
        text[0, place] = ids[0, place]
    return total
