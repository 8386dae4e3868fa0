# accept: reads the logits by a hook, which it takes away
def predict(model, batch):
    kept, was = [], model.training
    hook = model.register_forward_hook(lambda part, given, out: kept.append(out.logits))
    model.eval()
    with torch.no_grad():
        model(**batch)
    hook.remove()
    model.train(was)
    return kept[0]
