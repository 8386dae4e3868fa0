# accept: no_grad as a decorator
@torch.no_grad()
def predict(model, batch):
    mode = model.training
    model.eval()
    logits = model(**batch).logits
    model.train(mode)
    return logits
