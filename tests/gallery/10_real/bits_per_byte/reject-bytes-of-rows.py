# reject: the bytes of what the rows read
# message: bits-bytes-shifted
def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(len(p) for p in pieces[start - 1 : -1])
    if size == 0:
        raise ValueError
    rows = logits if logits.dtype == torch.float64 else logits.float()
    bits = F.cross_entropy(rows[start - 1 : -1], ids[start:], reduction="sum") / math.log(2)
    return bits / size
