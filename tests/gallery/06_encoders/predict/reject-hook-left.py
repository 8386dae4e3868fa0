# reject: leaves a hook behind
# message: model-changed
def predict(model, batch):
    kept = []
    model.register_forward_hook(lambda part, given, out: kept.append(out.logits))
    was = model.training
    model.eval()
    with torch.no_grad():
        model(**batch)
    model.train(was)
    return kept[-1]
