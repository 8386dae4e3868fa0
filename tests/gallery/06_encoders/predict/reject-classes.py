# reject: argmax
# message: predict-classes
def predict(model, batch):
    mode = model.training
    model.eval()
    with torch.no_grad():
        logits = model(**batch).logits.argmax(-1)
    model.train(mode)
    return logits
