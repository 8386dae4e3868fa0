# reject: cuts the columns that padding takes on the right, although it may stand on the left
# message: predict-cut
def predict(model, batch):
    was = model.training
    longest = int(batch["attention_mask"].sum(1).max())
    model.eval()
    with torch.no_grad():
        cut = {k: v[:, :longest] if v.dim() == 2 else v for k, v in batch.items()}
        out = model(**cut).logits
    model.train(was)
    return out
