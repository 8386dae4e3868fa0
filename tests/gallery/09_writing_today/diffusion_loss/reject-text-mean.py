# reject: the mean of each text over its gaps
# message: diffusion-text-mean
def diffusion_loss(logits, targets, gaps, t):
    total = 0 * logits.sum()
    for row, ids, open_, share in zip(logits, targets, gaps, t):
        if open_.any():
            total = total + F.cross_entropy(row[open_], ids[open_]) / share
    return total / len(logits)
