# reject: returns nothing
# message: check-nothing
def freeze_encoder(model):
    model.base_model.requires_grad_(False)
