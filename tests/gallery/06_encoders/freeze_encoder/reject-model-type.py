# reject: takes the name of the family for that of the body
# message: model-part-name
def freeze_encoder(model):
    getattr(model, model.config.model_type).requires_grad_(False)
    return model
