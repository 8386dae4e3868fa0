# reject: looks for names that begin with bert
# message: freeze-name
def freeze_encoder(model):
    for name, p in model.named_parameters():
        if name.startswith('bert.'):
            p.requires_grad = False
    return model
