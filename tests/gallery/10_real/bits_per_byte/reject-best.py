# reject: the most probable token's bits
# message: bits-best
def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(len(piece) for piece in pieces[start:])
    if size == 0:
        raise ValueError("no byte")
    rows = logits if logits.dtype == torch.float64 else logits.float()
    bits = -rows[start - 1 : -1].log_softmax(1).amax(1).sum() / math.log(2)
    return bits / size
