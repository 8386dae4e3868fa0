# reject: a NumPy array
# message: check-type
def predict(model, batch):
    mode = model.training
    model.eval()
    with torch.no_grad():
        logits = model(**batch).logits.numpy()
    model.train(mode)
    return logits
