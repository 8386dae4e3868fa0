# reject: bytes of the given tokens counted
# message: bits-bytes-before
def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(len(p) for p in pieces)
    if size == 0 or start == len(ids):
        raise ValueError
    rows = logits if logits.dtype == torch.float64 else logits.float()
    bits = F.cross_entropy(rows[start - 1 : -1], ids[start:], reduction="sum") / math.log(2)
    return bits / size
