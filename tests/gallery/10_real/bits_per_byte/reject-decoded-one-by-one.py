# reject: pieces decoded one by one, and encoded again
# message: bits-decoded
def bits_per_byte(logits, ids, pieces, start=1):
    text = "".join(p.decode("utf-8", errors="replace") for p in pieces[start:])
    size = len(text.encode())
    if size == 0:
        raise ValueError
    rows = logits if logits.dtype == torch.float64 else logits.float()
    bits = F.cross_entropy(rows[start - 1 : -1], ids[start:], reduction="sum") / math.log(2)
    return bits / size
