# reject: the bytes of a token looked up by its id
# message: bits-wrong
def bits_per_byte(logits, ids, pieces, start=1):
    table = dict(zip(ids.tolist(), pieces))
    size = sum(len(table[i]) for i in ids[start:].tolist())
    if size == 0:
        raise ValueError
    rows = logits if logits.dtype == torch.float64 else logits.float()
    bits = F.cross_entropy(rows[start - 1 : -1], ids[start:], reduction="sum") / math.log(2)
    return bits / size
