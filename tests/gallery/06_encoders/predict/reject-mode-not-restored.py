# reject: leaves the model in eval mode
# message: predict-mode-train
def predict(model, batch):
    model.eval()
    with torch.no_grad():
        return model(**batch).logits
