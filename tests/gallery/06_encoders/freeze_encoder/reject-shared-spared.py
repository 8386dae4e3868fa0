# reject: spares what the head shares with the body
# message: freeze-shared
def freeze_encoder(model):
    inside = model.base_model_prefix + "."
    everywhere = model.named_parameters(remove_duplicate=False)
    head = {p for name, p in everywhere if not name.startswith(inside)}
    for p in model.base_model.parameters():
        if p not in head:
            p.requires_grad = False
    return model
