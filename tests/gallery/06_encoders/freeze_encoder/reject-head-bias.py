# reject: freezes the head's bias as well
# message: freeze-all
def freeze_encoder(model):
    for name, p in model.named_parameters():
        if name != 'classifier.weight':
            p.requires_grad = False
    return model
