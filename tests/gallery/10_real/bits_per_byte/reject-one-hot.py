# reject: a product with one-hot rows
# message: bits-hidden
def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(len(piece) for piece in pieces[start:])
    if size == 0:
        raise ValueError("no byte")
    rows = logits if logits.dtype == torch.float64 else logits.float()
    logs = rows[start - 1 : -1].log_softmax(1)
    bits = -(logs * F.one_hot(ids[start:], logs.shape[1])).sum() / math.log(2)
    return bits / size
