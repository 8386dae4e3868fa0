# accept: requires_grad_ of the body
def freeze_encoder(model):
    model.base_model.requires_grad_(False)
    return model
