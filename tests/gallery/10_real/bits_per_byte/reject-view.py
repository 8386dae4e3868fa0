# reject: a view of the logits
# message: check-raised-at
def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(len(piece) for piece in pieces[start:])
    if size == 0:
        raise ValueError("no byte")
    rows = logits if logits.dtype == torch.float64 else logits.float()
    rows = rows.view(-1)
    v = logits.shape[1]
    rows = rows[(start - 1) * v : -v].view(-1, v)
    bits = F.cross_entropy(rows, ids[start:], reduction="sum") / math.log(2)
    return bits / size
