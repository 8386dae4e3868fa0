# reject: returns the body
# message: freeze-copy
def freeze_encoder(model):
    model.base_model.requires_grad_(False)
    return model.base_model
