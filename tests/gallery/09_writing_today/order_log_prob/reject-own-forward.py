# reject: gives the model another forward
# message: model-changed
def order_log_prob(model, ids, order, mask_id):
    from types import SimpleNamespace

    size = model.config.vocab_size
    model.forward = lambda ids, **_: SimpleNamespace(logits=torch.zeros(*ids.shape, size))
    return torch.tensor(-len(order) * math.log(size))
