# reject: the body is called `bert`, or else there is nothing to do
# message: freeze-name
def freeze_encoder(model):
    for p in getattr(model, "bert", nn.Module()).parameters():
        p.requires_grad = False
    return model
