# reject: takes a head whose name begins with the body's for the body
# message: freeze-all
def freeze_encoder(model):
    for name, p in model.named_parameters():
        if name.startswith(model.base_model_prefix):
            p.requires_grad = False
    return model
