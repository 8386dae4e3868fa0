# reject: hands over the ids alone
# message: predict-no-mask
def predict(model, batch):
    mode = model.training
    model.eval()
    with torch.no_grad():
        logits = model(batch['input_ids']).logits
    model.train(mode)
    return logits
