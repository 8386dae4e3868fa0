# reject: logits taken for logarithms
# message: bits-raw
def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(len(piece) for piece in pieces[start:])
    if size == 0:
        raise ValueError("no byte")
    rows = logits if logits.dtype == torch.float64 else logits.float()
    bits = -rows[start - 1 : -1].gather(1, ids[start:, None]).sum()
    return bits / size
