# reject: hands over the ids alone when it measures
# message: tune-no-mask
def fine_tune(model, train, test, epochs, lr):
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    model.train()
    for _ in range(epochs):
        for batch, labels in train:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(**batch).logits, labels)
            loss.backward()
            optimizer.step()
    model.eval()
    right = count = 0
    with torch.no_grad():
        for batch, labels in test:
            right += (model(input_ids=batch["input_ids"]).logits.argmax(-1) == labels).sum().item()
            count += len(labels)
    return right / count
