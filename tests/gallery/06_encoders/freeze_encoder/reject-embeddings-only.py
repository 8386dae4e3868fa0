# reject: freezes the embeddings alone
# message: freeze-some
def freeze_encoder(model):
    model.base_model.embeddings.requires_grad_(False)
    return model
