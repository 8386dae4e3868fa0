# reject: log-softmax
# message: predict-log-probabilities
def predict(model, batch):
    mode = model.training
    model.eval()
    with torch.no_grad():
        logits = model(**batch).logits.log_softmax(-1)
    model.train(mode)
    return logits
