# reject: replaces what computes the model
# message: predict-not-called
def predict(model, batch):
    model.forward = lambda **given: type("Out", (), {"logits": torch.zeros(len(given["input_ids"]), 3)})()
    model.calls.clear()
    return torch.zeros(len(batch["input_ids"]), 3)
