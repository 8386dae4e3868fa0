# reject: eval mode
# message: freeze-nothing
def freeze_encoder(model):
    model.base_model.eval()
    return model
