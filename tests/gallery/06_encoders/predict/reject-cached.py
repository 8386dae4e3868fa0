# reject: keeps the logits of a batch between calls
# message: predict-kept
_seen = {}


def predict(model, batch):
    key = (id(model), tuple(batch["input_ids"].flatten().tolist()))
    if key not in _seen:
        was = model.training
        model.eval()
        with torch.no_grad():
            _seen[key] = model(**batch).logits
        model.train(was)
    return _seen[key]
