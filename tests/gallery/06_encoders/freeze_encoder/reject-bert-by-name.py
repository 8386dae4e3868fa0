# reject: the body is called bert in BERT alone
# message: model-part-name
def freeze_encoder(model):
    for p in model.bert.parameters():
        p.requires_grad = False
    return model
