# reject: takes the batch's dimension away when there is one text
# message: check-shape
def predict(model, batch):
    was = model.training
    model.eval()
    with torch.no_grad():
        out = model(**batch).logits.squeeze()
    model.train(was)
    return out
