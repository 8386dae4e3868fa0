# reject: the first scored token's bits are left out
# message: bits-start-late
def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(len(piece) for piece in pieces[start:])
    if size == 0:
        raise ValueError("no byte")
    rows = logits if logits.dtype == torch.float64 else logits.float()
    bits = F.cross_entropy(rows[start:-1], ids[start + 1 :], reduction="sum") / math.log(2)
    return bits / size
