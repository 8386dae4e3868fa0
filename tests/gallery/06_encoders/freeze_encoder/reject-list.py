# reject: returns the parameters left
# message: freeze-not-a-model
def freeze_encoder(model):
    model.base_model.requires_grad_(False)
    return [p for p in model.parameters() if p.requires_grad]
