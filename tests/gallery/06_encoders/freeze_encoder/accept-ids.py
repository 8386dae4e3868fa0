# accept: by identity
def freeze_encoder(model):
    body = {id(p) for p in model.base_model.parameters()}
    for p in model.parameters():
        if id(p) in body:
            p.requires_grad_(False)
    return model
