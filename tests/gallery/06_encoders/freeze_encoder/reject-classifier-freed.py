# reject: freezes everything, then frees the head by the name that some models give it
# message: freeze-head-freed
def freeze_encoder(model):
    model.requires_grad_(False)
    model.classifier.requires_grad_(True)
    return model
