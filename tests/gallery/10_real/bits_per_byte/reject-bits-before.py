# reject: bits of the given tokens counted
# message: bits-before
def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(len(piece) for piece in pieces[start:])
    if size == 0:
        raise ValueError("no byte")
    rows = logits if logits.dtype == torch.float64 else logits.float()
    bits = F.cross_entropy(rows[:-1], ids[1:], reduction="sum") / math.log(2)
    return bits / size
