# reject: exponentials by hand
# message: bits-large
def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(len(piece) for piece in pieces[start:])
    if size == 0:
        raise ValueError("no byte")
    rows = logits if logits.dtype == torch.float64 else logits.float()
    powers = rows[start - 1 : -1].exp()
    own = rows[start - 1 : -1].gather(1, ids[start:, None])
    bits = (powers.sum(1).log() - own[:, 0]).sum() / math.log(2)
    return bits / size
