# reject: all but the last layer
# message: freeze-some
def freeze_encoder(model):
    model.base_model.requires_grad_(False)
    model.base_model.encoder.layer[-1].requires_grad_(True)
    return model
