# reject: a mask of ones
# message: predict-no-mask
def predict(model, batch):
    mode = model.training
    model.eval()
    with torch.no_grad():
        ids = batch['input_ids']
        logits = model(ids, attention_mask=torch.ones_like(ids)).logits
    model.train(mode)
    return logits
