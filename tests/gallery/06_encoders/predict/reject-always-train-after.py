# reject: always ends in train mode
# message: predict-mode-eval
def predict(model, batch):
    model.eval()
    with torch.no_grad():
        logits = model(**batch).logits
    model.train()
    return logits
