# reject: sets an attribute of the module
# message: freeze-nothing
def freeze_encoder(model):
    model.base_model.requires_grad = False
    return model
