# reject: frees what is not in the body, frozen before or not
# message: freeze-head-freed
def freeze_encoder(model):
    model.requires_grad_(False)
    body = {id(p) for p in model.base_model.parameters()}
    for p in model.parameters():
        if id(p) not in body:
            p.requires_grad = True
    return model
