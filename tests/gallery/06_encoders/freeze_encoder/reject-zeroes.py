# reject: sets the frozen weights to 0
# message: model-weights
def freeze_encoder(model):
    for p in model.base_model.parameters():
        p.data.zero_()
        p.requires_grad = False
    return model
