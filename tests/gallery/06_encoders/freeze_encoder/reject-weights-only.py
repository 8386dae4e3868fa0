# reject: matrices alone, no biases
# message: freeze-some
def freeze_encoder(model):
    for p in model.base_model.parameters():
        if p.dim() > 1:
            p.requires_grad = False
    return model
