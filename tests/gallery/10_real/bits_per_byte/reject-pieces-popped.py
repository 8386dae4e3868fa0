# reject: the pieces are changed
# message: check-modified
def bits_per_byte(logits, ids, pieces, start=1):
    del pieces[:start]
    size = sum(map(len, pieces))
    if size == 0:
        raise ValueError
    rows = logits if logits.dtype == torch.float64 else logits.float()
    return F.cross_entropy(rows[start - 1 : -1], ids[start:], reduction="sum") / math.log(2) / size
