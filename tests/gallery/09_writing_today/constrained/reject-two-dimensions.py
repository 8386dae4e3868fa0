# reject: a loop over the rows of [B, V]
# message: constrained-one-row
def constrained(probs, allowed):

    if probs.dim() == 1:
        return constrained(probs[None], allowed[None] if allowed.dim() == 1 else allowed)[0]
    rows = []
    for i, row in enumerate(probs):
        mask = allowed if allowed.dim() == 1 else allowed[i]
        kept = row * mask
        if kept.sum() == 0:
            raise ValueError
        rows.append(kept / kept.sum())
    return torch.stack(rows)
