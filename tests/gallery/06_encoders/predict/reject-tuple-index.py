# reject: unpacks the batch by position
# message: check-raised-at
def predict(model, batch):
    mode = model.training
    model.eval()
    with torch.no_grad():
        logits = model(batch).logits
    model.train(mode)
    return logits
