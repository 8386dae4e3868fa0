# reject: a fixed seed makes dropout repeat, but not disappear
# message: predict-no-eval
def predict(model, batch):
    torch.manual_seed(0)
    with torch.no_grad():
        return model(**batch).logits
