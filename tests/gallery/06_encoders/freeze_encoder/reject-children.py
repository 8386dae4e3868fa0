# reject: forgets a parameter that hangs on the body itself
# message: freeze-some
def freeze_encoder(model):
    for part in model.base_model.children():
        part.requires_grad_(False)
    return model
