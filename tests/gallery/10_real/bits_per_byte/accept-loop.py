def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(len(piece) for piece in pieces[start:])
    if size == 0:
        raise ValueError("no byte")
    dtype = torch.float64 if logits.dtype == torch.float64 else torch.float32
    bits = torch.zeros((), dtype=dtype)
    for t in range(start, len(ids)):
        row = logits[t - 1].to(dtype)
        bits += (row.logsumexp(0) - row[ids[t]]) / math.log(2)
    return bits / size
