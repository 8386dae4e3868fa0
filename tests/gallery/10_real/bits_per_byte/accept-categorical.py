def bits_per_byte(logits, ids, pieces, start=1):
    if sum(map(len, pieces[start:])) < 1:
        raise ValueError("no bytes")
    if logits.dtype != torch.float64:
        logits = logits.float()
    total = 0
    for row, token in zip(logits[start - 1 :], ids[start:]):
        total = total - torch.log_softmax(row, 0)[token]
    return total / sum(map(len, pieces[start:])) / math.log(2)
