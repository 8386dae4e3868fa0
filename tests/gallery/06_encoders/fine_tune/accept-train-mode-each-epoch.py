# accept: train mode in each epoch, concatenated predictions
def fine_tune(model, train, test, epochs, lr):
    optimizer = torch.optim.AdamW(params=model.parameters(), lr=lr, foreach=False)
    for _ in range(epochs):
        model.train()
        for batch, labels in train:
            optimizer.zero_grad()
            F.nll_loss(model(**batch).logits.log_softmax(-1), labels).backward()
            optimizer.step()
    model.eval()
    with torch.no_grad():
        got = torch.cat([model(**batch).logits.argmax(-1) for batch, _ in test])
    want = torch.cat([labels for _, labels in test])
    return (got == want).double().mean().item()
