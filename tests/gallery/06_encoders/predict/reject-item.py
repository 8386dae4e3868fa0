# reject: one number, as in the documents' script
# message: predict-classes
def predict(model, batch):
    mode = model.training
    model.eval()
    with torch.no_grad():
        logits = model(**batch).logits
    model.train(mode)
    return logits.argmax(dim=1)[0]
