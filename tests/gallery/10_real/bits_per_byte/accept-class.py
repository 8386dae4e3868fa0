class Counter:
    def __init__(self):
        self.nats, self.bytes = 0.0, 0

    def add(self, row, token, piece):
        self.nats = self.nats + torch.logsumexp(row, 0) - row[token]
        self.bytes += len(piece)


def bits_per_byte(logits, ids, pieces, start=1):
    counter = Counter()
    dtype = torch.promote_types(logits.dtype, torch.float32)
    for t, piece in enumerate(pieces):
        if t >= start:
            counter.add(logits[t - 1].to(dtype), int(ids[t]), piece)
    if counter.bytes == 0:
        raise ValueError("no byte")
    return counter.nats / counter.bytes / math.log(2)
