# reject: tokens without a byte cost nothing
# message: bits-empty-left-out
def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(len(piece) for piece in pieces[start:])
    if size == 0:
        raise ValueError("no byte")
    rows = logits if logits.dtype == torch.float64 else logits.float()
    real = torch.tensor([len(p) > 0 for p in pieces[start:]])
    bits = F.cross_entropy(rows[start - 1 : -1][real], ids[start:][real], reduction="sum") / math.log(2)
    return bits / size
