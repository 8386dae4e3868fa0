# reject: hands over the ids and the mask, and no other key
# message: predict-lost
def predict(model, batch):
    was = model.training
    model.eval()
    with torch.no_grad():
        out = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits
    model.train(was)
    return out
