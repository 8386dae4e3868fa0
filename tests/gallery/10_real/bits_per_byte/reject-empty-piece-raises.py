# reject: any empty piece is an error
# message: check-raised-at
def bits_per_byte(logits, ids, pieces, start=1):
    if not all(pieces[start:]):
        raise ValueError
    size = sum(map(len, pieces[start:]))
    rows = logits if logits.dtype == torch.float64 else logits.float()
    bits = F.cross_entropy(rows[start - 1 : -1], ids[start:], reduction="sum") / math.log(2)
    return bits / size
