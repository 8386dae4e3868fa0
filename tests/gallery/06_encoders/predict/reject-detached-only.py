# reject: detaches afterwards: the graph was built all the same
# message: predict-graph
def predict(model, batch):
    mode = model.training
    model.eval()
    logits = model(**batch).logits.detach()
    model.train(mode)
    return logits
