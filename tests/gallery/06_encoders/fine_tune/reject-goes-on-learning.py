# reject: learns on in eval mode while it is measured
# message: tune-trained-on-test
def fine_tune(model, train, test, epochs, lr):
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    model.train()
    for _ in range(epochs):
        for batch, labels in train:
            optimizer.zero_grad()
            F.cross_entropy(model(**batch).logits, labels).backward()
            optimizer.step()
    model.eval()
    right = count = 0
    for batch, labels in test:
        optimizer.zero_grad()
        logits = model(**batch).logits
        F.cross_entropy(logits, labels).backward()
        optimizer.step()
        right += (logits.argmax(-1) == labels).sum().item()
        count += len(labels)
    return right / count
