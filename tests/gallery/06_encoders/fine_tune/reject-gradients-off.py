# reject: leaves gradients switched off
# message: predict-gradients-off
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
    torch.set_grad_enabled(False)
    if True:
        for batch, labels in test:
            right += (model(**batch).logits.argmax(-1) == labels).sum().item()
            count += len(labels)
    return right / count
