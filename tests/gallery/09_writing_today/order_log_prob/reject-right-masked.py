# reject: masks what stands to the right in the text
# message: order-left-to-right
@torch.no_grad()
def order_log_prob(model, ids, order, mask_id):
    was = model.training
    model.eval()
    total = torch.zeros(())
    for place in order.tolist():
        text = ids.clone()
        text[0, [p for p in order.tolist() if p >= place]] = mask_id
        total += model(text).logits[0, place].log_softmax(-1)[ids[0, place]]
    model.train(was)
    return total
