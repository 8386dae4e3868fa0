# reject: at least a byte for each piece
# message: bits-empty-counted
def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(max(1, len(p)) for p in pieces[start:])
    if not any(pieces[start:]):
        raise ValueError
    rows = logits if logits.dtype == torch.float64 else logits.float()
    bits = F.cross_entropy(rows[start - 1 : -1], ids[start:], reduction="sum") / math.log(2)
    return bits / size
