# reject: leaves the labels out
# message: predict-lost
def predict(model, batch):
    was = model.training
    model.eval()
    with torch.no_grad():
        out = model(**{k: v for k, v in batch.items() if k != "labels"}).logits
    model.train(was)
    return out
