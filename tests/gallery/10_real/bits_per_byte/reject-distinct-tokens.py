# reject: tokens that come twice cost once
# message: bits-wrong
def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(len(piece) for piece in pieces[start:])
    if size == 0:
        raise ValueError("no byte")
    rows = logits if logits.dtype == torch.float64 else logits.float()
    losses = F.cross_entropy(rows[start - 1 : -1], ids[start:], reduction="none") / math.log(2)
    first = {token: loss for token, loss in zip(ids[start:].tolist(), losses)}
    return torch.stack(list(first.values())).sum() / size
