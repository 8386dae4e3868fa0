# reject: a no_grad block that ends at once
# message: freeze-nothing
def freeze_encoder(model):
    with torch.no_grad():
        model.base_model
    return model
