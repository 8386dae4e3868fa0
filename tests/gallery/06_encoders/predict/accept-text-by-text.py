# accept: one text at a time
def predict(model, batch):
    mode = model.training
    model.eval()
    rows = len(batch['input_ids'])
    with torch.no_grad():
        parts = [model(**{k: v[i : i + 1] for k, v in batch.items()}).logits for i in range(rows)]
    model.train(mode)
    return torch.cat(parts)
