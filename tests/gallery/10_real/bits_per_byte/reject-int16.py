# reject: ids in 16 bits
# message: bits-wrong
def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(len(piece) for piece in pieces[start:])
    if size == 0:
        raise ValueError("no byte")
    rows = logits if logits.dtype == torch.float64 else logits.float()
    bits = -rows[start - 1 : -1].log_softmax(1)[torch.arange(len(ids) - start), ids[start:].to(torch.int16).long()].sum() / math.log(2)
    return bits / size
