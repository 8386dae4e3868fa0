# reject: takes the mask out of the batch
# message: check-modified
def predict(model, batch):
    mask = batch.pop('attention_mask')
    mode = model.training
    model.eval()
    with torch.no_grad():
        logits = model(batch['input_ids'], attention_mask=mask).logits
    model.train(mode)
    return logits
