# reject: computed in half precision
# message: bits-half
def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(len(piece) for piece in pieces[start:])
    if size == 0:
        raise ValueError("no byte")
    bits = F.cross_entropy(logits[start - 1 : -1], ids[start:], reduction="none") / math.log(2)
    return bits.to(torch.float64 if logits.dtype == torch.float64 else torch.float32).sum() / size
