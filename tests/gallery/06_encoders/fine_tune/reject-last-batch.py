# reject: the last batch's accuracy
# message: tune-last-batch
def fine_tune(model, train, test, epochs, lr):
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    model.train()
    for _ in range(epochs):
        for batch, labels in train:
            optimizer.zero_grad()
            F.cross_entropy(model(**batch).logits, labels).backward()
            optimizer.step()
    model.eval()
    with torch.no_grad():
        for batch, labels in test:
            rate = (model(**batch).logits.argmax(-1) == labels).float().mean().item()
    return rate
