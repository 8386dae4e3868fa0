# reject: the first token's id is special
# message: bits-wrong
def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(len(piece) for piece in pieces[start:])
    if size == 0:
        raise ValueError("no byte")
    rows = logits if logits.dtype == torch.float64 else logits.float()
    losses = F.cross_entropy(rows[start - 1 : -1], ids[start:], reduction="none", ignore_index=int(ids[0]))
    bits = losses.sum() / math.log(2)
    return bits / size
