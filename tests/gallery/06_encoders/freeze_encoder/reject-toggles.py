# reject: turns the switch round
# message: freeze-toggled
def freeze_encoder(model):
    for p in model.base_model.parameters():
        p.requires_grad = not p.requires_grad
    return model
