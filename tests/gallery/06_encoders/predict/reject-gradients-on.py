# reject: switches gradients on afterwards, whether they were or not
# message: predict-gradients-off
def predict(model, batch):
    was = model.training
    model.eval()
    torch.set_grad_enabled(False)
    out = model(**batch).logits
    torch.set_grad_enabled(True)
    model.train(was)
    return out
