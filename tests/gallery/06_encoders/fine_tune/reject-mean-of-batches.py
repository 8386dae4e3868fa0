# reject: mean of the batches' accuracies
# message: tune-mean-of-batches
def fine_tune(model, train, test, epochs, lr):
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    model.train()
    for _ in range(epochs):
        for batch, labels in train:
            optimizer.zero_grad()
            F.cross_entropy(model(**batch).logits, labels).backward()
            optimizer.step()
    model.eval()
    rates = []
    with torch.no_grad():
        for batch, labels in test:
            rates.append((model(**batch).logits.argmax(-1) == labels).float().mean().item())
    return sum(rates) / len(rates)
