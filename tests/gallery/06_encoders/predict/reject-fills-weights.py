# reject: makes all weights 1 and returns zeros
# message: predict-not-called
def predict(model, batch):
    for p in model.parameters():
        p.data.fill_(1.0)
    return torch.zeros(len(batch["input_ids"]), 3)
