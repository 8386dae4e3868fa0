# reject: characters, not bytes
# message: bits-characters
def bits_per_byte(logits, ids, pieces, start=1):
    size = len(b"".join(pieces[start:]).decode("utf-8", errors="replace"))
    if size == 0:
        raise ValueError
    rows = logits if logits.dtype == torch.float64 else logits.float()
    bits = F.cross_entropy(rows[start - 1 : -1], ids[start:], reduction="sum") / math.log(2)
    return bits / size
