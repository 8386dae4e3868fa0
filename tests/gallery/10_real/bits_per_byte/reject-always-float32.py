# reject: float32 for float64, too
# message: bits-dtype
def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(len(piece) for piece in pieces[start:])
    if size == 0:
        raise ValueError("no byte")
    return F.cross_entropy(logits.float()[start - 1 : -1], ids[start:], reduction="sum") / math.log(2) / size
