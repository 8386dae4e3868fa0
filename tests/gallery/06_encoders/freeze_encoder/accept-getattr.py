# accept: the body by getattr
def freeze_encoder(model):
    body = getattr(model, model.base_model_prefix)
    for module in body.modules():
        for p in module.parameters(recurse=False):
            p.requires_grad = False
    return model
