# reject: a hook that stops the gradient, beside the switch
# message: model-changed
def freeze_encoder(model):
    for p in model.base_model.parameters():
        p.requires_grad = False
    model.base_model.register_forward_pre_hook(lambda part, given: None)
    return model
