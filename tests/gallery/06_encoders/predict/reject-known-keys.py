# reject: hands over only the keys that it knows
# message: predict-lost
KNOWN = ("input_ids", "attention_mask", "token_type_ids", "position_ids", "labels")
def predict(model, batch):
    was = model.training
    model.eval()
    with torch.no_grad():
        logits = model(**{k: v for k, v in batch.items() if k in KNOWN}).logits
    model.train(was)
    return logits
