# reject: forgets the pooler
# message: freeze-pooler
def freeze_encoder(model):
    for name, p in model.named_parameters():
        if 'embeddings' in name or 'encoder' in name:
            p.requires_grad = False
    return model
