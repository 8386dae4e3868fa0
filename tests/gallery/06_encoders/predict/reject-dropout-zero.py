# reject: sets every dropout to 0 for good
# message: model-changed
def predict(model, batch):
    for part in model.modules():
        if isinstance(part, nn.Dropout):
            part.p = 0.0
    was = model.training
    model.eval()
    with torch.no_grad():
        out = model(**batch).logits
    model.train(was)
    return out
