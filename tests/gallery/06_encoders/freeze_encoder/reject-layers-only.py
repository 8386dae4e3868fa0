# reject: the layers alone, not embeddings nor pooler
# message: freeze-some
def freeze_encoder(model):
    for p in model.base_model.encoder.parameters():
        p.requires_grad = False
    return model
