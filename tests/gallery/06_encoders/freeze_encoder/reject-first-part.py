# reject: takes the first part of the model for its body
# message: freeze-name
def freeze_encoder(model):
    next(model.children()).requires_grad_(False)
    return model
