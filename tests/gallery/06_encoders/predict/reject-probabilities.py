# reject: softmax
# message: predict-probabilities
def predict(model, batch):
    mode = model.training
    model.eval()
    with torch.no_grad():
        logits = model(**batch).logits.softmax(-1)
    model.train(mode)
    return logits
