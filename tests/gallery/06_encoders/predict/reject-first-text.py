# reject: the first text alone
# message: check-shape
def predict(model, batch):
    mode = model.training
    model.eval()
    with torch.no_grad():
        logits = model(**batch).logits[:1]
    model.train(mode)
    return logits
