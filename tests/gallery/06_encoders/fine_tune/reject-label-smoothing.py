# reject: smooths the labels
# message: tune-smoothing
def fine_tune(model, train, test, epochs, lr):
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    model.train()
    for _ in range(epochs):
        for batch, labels in train:
            optimizer.zero_grad()
            F.cross_entropy(model(**batch).logits, labels, label_smoothing=0.1).backward()
            optimizer.step()
    model.eval()
    right = count = 0
    with torch.no_grad():
        for batch, labels in test:
            right += (model(**batch).logits.argmax(-1) == labels).sum().item()
            count += len(labels)
    return right / count
