# accept: masks one after another, from the last on
def order_log_prob(model, ids, order, mask_id):
    was = model.training
    model.eval()
    text, total = ids.clone(), 0.0
    for place in reversed(order.tolist()):
        text[0, place] = mask_id
        with torch.no_grad():
            total += model(text).logits[0, place].double().log_softmax(0)[ids[0, place]].item()
    model.train(was)
    return torch.tensor(total)
