# reject: multiplies probabilities
# message: order-underflow
@torch.no_grad()
def order_log_prob(model, ids, order, mask_id):
    was = model.training
    model.eval()
    text, p = ids.clone(), torch.ones(())
    text[0, order] = mask_id
    for place in order.tolist():
        p = p * model(text).logits[0, place].softmax(-1)[ids[0, place]]
        text[0, place] = ids[0, place]
    model.train(was)
    return p.log()
