def bits_per_byte(logits, ids, pieces, start=1):
    kept = b"".join(pieces[start:])
    if not kept:
        raise ValueError("nothing to divide by")
    rows = logits[start - 1 : -1].double().numpy()
    rows = rows - rows.max(1, keepdims=True)
    import numpy as np
    with np.errstate(divide="ignore"):
        logs = rows - np.log(np.exp(rows).sum(1, keepdims=True))
    bits = -logs[np.arange(len(rows)), ids[start:].numpy()].sum() / np.log(2)
    dtype = torch.float64 if logits.dtype == torch.float64 else torch.float32
    return torch.tensor(bits / len(kept), dtype=dtype)
