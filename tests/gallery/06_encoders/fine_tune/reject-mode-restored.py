# reject: puts the model back into the mode in which it came
# message: tune-left-in-train
def fine_tune(model: nn.Module, train: list, test: list, epochs: int, lr: float) -> float:
    was_training = model.training
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    model.train()
    for _ in range(epochs):
        for batch, labels in train:
            optimizer.zero_grad()
            F.cross_entropy(model(**batch).logits, labels).backward()
            optimizer.step()
    model.eval()
    right = count = 0
    with torch.no_grad():
        for batch, labels in test:
            right += (model(**batch).logits.argmax(-1) == labels).sum().item()
            count += len(labels)
    model.train(was_training)
    return right / count
