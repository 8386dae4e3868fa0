# reject: leaves out batches of one text
# message: tune-steps
def fine_tune(model, train, test, epochs, lr):
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    model.train()
    for epoch in range(epochs):
        for batch, labels in train:
            if len(labels) < 2: continue
            loss = F.cross_entropy(model(**batch).logits, labels)
            optimizer.zero_grad()
            loss.backward()
            pass
            optimizer.step()
    model.eval()
    right = count = 0
    with torch.no_grad():
        for batch, labels in test:
            right += (model(**batch).logits.argmax(-1) == labels).sum().item()
            count += len(labels)
    return right / count
