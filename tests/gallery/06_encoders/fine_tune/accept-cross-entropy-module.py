# accept: nn.CrossEntropyLoss and lists
def fine_tune(model, train, test, epochs, lr):
    criterion, optimizer = nn.CrossEntropyLoss(), torch.optim.AdamW(model.parameters(), lr=lr)
    model.train()
    for epoch in range(epochs):
        for batch, labels in train:
            out = model(input_ids=batch['input_ids'], attention_mask=batch['attention_mask'])
            loss = criterion(out.logits, labels)
            model.zero_grad()
            loss.backward()
            optimizer.step()
    model.eval()
    hits = []
    with torch.inference_mode():
        for batch, labels in test:
            hits += (model(**batch).logits.argmax(dim=1) == labels).tolist()
    return sum(hits) / len(hits)
