# reject: never leaves train mode
# message: predict-no-eval
def predict(model, batch):
    with torch.no_grad():
        return model(**batch).logits
