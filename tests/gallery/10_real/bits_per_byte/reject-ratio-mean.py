# reject: mean of the tokens' own ratios
# message: bits-mean
def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(len(piece) for piece in pieces[start:])
    if size == 0:
        raise ValueError("no byte")
    rows = logits if logits.dtype == torch.float64 else logits.float()
    bits = F.cross_entropy(rows[start - 1 : -1], ids[start:], reduction="none") / math.log(2)
    sizes = torch.tensor([len(p) for p in pieces[start:]])
    return (bits[sizes > 0] / sizes[sizes > 0]).mean()
