# reject: puts back the flag of the outermost module alone
# message: predict-mode-train
def predict(model, batch):
    was = model.training
    model.eval()
    with torch.no_grad():
        out = model(**batch).logits
    model.training = was
    return out
