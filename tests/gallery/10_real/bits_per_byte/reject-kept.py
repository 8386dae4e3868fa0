# reject: kept by shape
# message: check-remembered
kept = {}


def bits_per_byte(logits, ids, pieces, start=1):
    size = sum(map(len, pieces[start:]))
    if size == 0:
        raise ValueError
    key = (logits.shape, logits.dtype, start, int(ids.sum()), float(logits.nan_to_num().double().sum()))
    if key not in kept:
        rows = logits if logits.dtype == torch.float64 else logits.float()
        kept[key] = F.cross_entropy(rows[start - 1 : -1], ids[start:], reduction="sum") / math.log(2)
    return kept[key] / size
