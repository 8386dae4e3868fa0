# reject: takes the masks out of the batches
# message: check-modified
def fine_tune(model, train, test, epochs, lr):
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    model.train()
    for _ in range(1):
        for batch, labels in train:
            mask = batch.pop('attention_mask')
            optimizer.zero_grad()
            F.cross_entropy(model(batch['input_ids'], attention_mask=mask).logits, labels).backward()
            optimizer.step()
    model.eval()
    right = count = 0
    with torch.no_grad():
        for batch, labels in test:
            right += (model(**batch).logits.argmax(-1) == labels).sum().item()
            count += len(labels)
    return right / count
