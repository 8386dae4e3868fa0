# reject: the usual loss
# message: bits-per-token-nats
def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(len(piece) for piece in pieces[start:])
    if size == 0:
        raise ValueError("no byte")
    rows = logits if logits.dtype == torch.float64 else logits.float()
    return F.cross_entropy(rows[start - 1 : -1], ids[start:])
