# reject: the batch's tensors are handed over in their order
# message: model-by-name
def predict(model, batch):
    was_training = model.training
    model.eval()
    with torch.no_grad():
        logits = model(batch["input_ids"], batch["attention_mask"]).logits
    model.train(was_training)
    return logits
