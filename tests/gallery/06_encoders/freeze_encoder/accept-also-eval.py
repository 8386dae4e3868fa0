# accept: freezes, and puts the body into eval mode
def freeze_encoder(model):
    model.base_model.eval()
    for p in model.base_model.parameters():
        p.requires_grad = False
    return model
