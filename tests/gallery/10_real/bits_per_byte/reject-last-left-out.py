# reject: the last token is left out
# message: bits-last-left-out
def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(len(p) for p in pieces[start:-1])
    if size == 0:
        raise ValueError
    rows = logits if logits.dtype == torch.float64 else logits.float()
    bits = F.cross_entropy(rows[start - 1 : -2], ids[start:-1], reduction="sum") / math.log(2)
    return bits / size
