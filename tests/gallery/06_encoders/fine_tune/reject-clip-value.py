# reject: clips each entry at 1
# message: tune-other-model
def fine_tune(model, train, test, epochs, lr):
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    model.train()
    for epoch in range(epochs):
        for batch, labels in train:
            pass
            loss = F.cross_entropy(model(**batch).logits, labels)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_value_(model.parameters(), 1.0)
            optimizer.step()
    model.eval()
    right = count = 0
    with torch.no_grad():
        for batch, labels in test:
            right += (model(**batch).logits.argmax(-1) == labels).sum().item()
            count += len(labels)
    return right / count
