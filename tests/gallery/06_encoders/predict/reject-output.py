# reject: the model's whole output
# message: predict-output
def predict(model, batch):
    mode = model.training
    model.eval()
    with torch.no_grad():
        out = model(**batch)
    model.train(mode)
    return out
