# reject: freezes a copy
# message: freeze-copy
def freeze_encoder(model):
    import copy
    model = copy.deepcopy(model)
    model.base_model.requires_grad_(False)
    return model
