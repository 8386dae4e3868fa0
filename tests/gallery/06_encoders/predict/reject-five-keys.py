# reject: hands over the five keys that it knows, also where they are missing
# message: predict-lost
def predict(model, batch):
    was = model.training
    model.eval()
    with torch.no_grad():
        logits = model(
            input_ids=batch["input_ids"], attention_mask=batch["attention_mask"],
            token_type_ids=batch["token_type_ids"], position_ids=batch["position_ids"],
            labels=batch["labels"],
        ).logits
    model.train(was)
    return logits
