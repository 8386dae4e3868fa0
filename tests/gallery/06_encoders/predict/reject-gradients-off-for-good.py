# reject: switches gradients off for good
# message: predict-gradients-off
def predict(model, batch):
    mode = model.training
    model.eval()
    torch.set_grad_enabled(False)
    logits = model(**batch).logits
    model.train(mode)
    return logits
