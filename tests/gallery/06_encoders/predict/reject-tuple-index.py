# reject: hands the batch over as one dict
# message: model-by-name
def predict(model, batch):
    mode = model.training
    model.eval()
    with torch.no_grad():
        logits = model(batch).logits
    model.train(mode)
    return logits
