# reject: hands over the three keys that it knows
# message: predict-lost
def predict(model, batch):
    was = model.training
    model.eval()
    with torch.no_grad():
        known = ("input_ids", "attention_mask", "token_type_ids")
        out = model(**{k: batch[k] for k in known if k in batch}).logits
    model.train(was)
    return out
