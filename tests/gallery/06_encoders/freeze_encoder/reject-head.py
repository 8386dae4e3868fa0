# reject: freezes the head
# message: freeze-inverted
def freeze_encoder(model):
    model.classifier.requires_grad_(False)
    return model
