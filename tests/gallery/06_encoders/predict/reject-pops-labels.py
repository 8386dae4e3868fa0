# reject: takes the labels out of the batch
# message: check-modified
def predict(model, batch):
    batch.pop("labels", None)
    was = model.training
    model.eval()
    with torch.no_grad():
        out = model(**batch).logits
    model.train(was)
    return out
