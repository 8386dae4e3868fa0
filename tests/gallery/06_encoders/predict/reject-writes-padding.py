# reject: makes the ids of padding 0 in the batch itself
# message: check-modified
def predict(model, batch):
    was = model.training
    batch["input_ids"].mul_(batch["attention_mask"])
    model.eval()
    with torch.no_grad():
        logits = model(**batch).logits
    model.train(was)
    return logits
