# reject: lets the rate fall to 0
# message: tune-decays
def fine_tune(model, train, test, epochs, lr):
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    model.train()
    steps = epochs * len(train)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.0, steps)
    for _ in range(epochs):
        for batch, labels in train:
            optimizer.zero_grad()
            F.cross_entropy(model(**batch).logits, labels).backward()
            optimizer.step()
            schedule.step()
    model.eval()
    right = count = 0
    with torch.no_grad():
        for batch, labels in test:
            right += (model(**batch).logits.argmax(-1) == labels).sum().item()
            count += len(labels)
    return right / count
