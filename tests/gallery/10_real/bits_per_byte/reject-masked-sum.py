# reject: all rows, times 0 or 1
# message: bits-other-rows
def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(len(piece) for piece in pieces[start:])
    if size == 0:
        raise ValueError("no byte")
    rows = logits if logits.dtype == torch.float64 else logits.float()
    losses = F.cross_entropy(rows[:-1], ids[1:], reduction="none")
    keep = torch.arange(1, len(ids)) >= start
    bits = (losses * keep).sum() / math.log(2)
    return bits / size
