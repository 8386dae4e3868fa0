# reject: forgets the embeddings
# message: freeze-embeddings
def freeze_encoder(model):
    for part in (model.base_model.encoder, model.base_model.pooler):
        part.requires_grad_(False)
    return model
