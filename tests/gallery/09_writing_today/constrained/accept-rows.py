# accept: row by row
def constrained(probs, allowed):

    size = probs.shape[-1]
    flat, masks = probs.reshape(-1, size), allowed.expand(probs.shape).reshape(-1, size)
    result = torch.zeros(flat.shape, dtype=probs.dtype)
    for i, (row, mask) in enumerate(zip(flat, masks)):
        chosen = row[mask]
        if len(chosen) == 0 or chosen.max() == 0:
            raise ValueError("nothing left")
        result[i, mask] = chosen / chosen.sum()
    return result.reshape(probs.shape)
