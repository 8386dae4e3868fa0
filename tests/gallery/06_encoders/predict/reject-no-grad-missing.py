# reject: builds a graph
# message: predict-graph
def predict(model, batch):
    mode = model.training
    model.eval()
    logits = model(**batch).logits
    model.train(mode)
    return logits
