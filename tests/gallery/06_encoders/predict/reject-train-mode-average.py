# reject: averages over ten passes with dropout
# message: predict-no-eval
def predict(model, batch):
    with torch.no_grad():
        return torch.stack([model(**batch).logits for _ in range(10)]).mean(0)
