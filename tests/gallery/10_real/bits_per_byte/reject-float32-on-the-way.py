# reject: float64 only at the end
# message: attention-precision
def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(len(piece) for piece in pieces[start:])
    if size == 0:
        raise ValueError("no byte")
    bits = F.cross_entropy(logits.float()[start - 1 : -1], ids[start:], reduction="sum") / math.log(2) / size
    return bits.to(torch.promote_types(logits.dtype, torch.float32))
