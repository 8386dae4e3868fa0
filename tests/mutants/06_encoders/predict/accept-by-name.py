# accept: names the two inputs, an if for the mode
def predict(model, batch):
    mode = model.training
    model.eval()
    with torch.no_grad():
        out = model(input_ids=batch['input_ids'], attention_mask=batch['attention_mask'])
    if mode:
        model.train()
    return out.logits
