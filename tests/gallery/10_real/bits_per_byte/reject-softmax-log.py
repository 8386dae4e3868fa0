# reject: a softmax, then a logarithm
# message: bits-unlikely
def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(len(piece) for piece in pieces[start:])
    if size == 0:
        raise ValueError("no byte")
    rows = logits if logits.dtype == torch.float64 else logits.float()
    probs = rows[start - 1 : -1].softmax(1).gather(1, ids[start:, None])
    bits = -probs.log2().sum()
    return bits / size
