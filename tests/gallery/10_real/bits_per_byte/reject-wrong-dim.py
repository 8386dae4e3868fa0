# reject: softmax over the positions
# message: bits-wrong-dim
def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(len(piece) for piece in pieces[start:])
    if size == 0:
        raise ValueError("no byte")
    rows = logits if logits.dtype == torch.float64 else logits.float()
    logs = rows.log_softmax(0)
    bits = -logs[start - 1 : -1].gather(1, ids[start:, None]).sum() / math.log(2)
    return bits / size
