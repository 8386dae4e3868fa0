# reject: freezes everything
# message: freeze-all
def freeze_encoder(model):
    for p in model.parameters():
        p.requires_grad = False
    return model
