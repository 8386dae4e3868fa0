# accept: each text by itself, in float64
def diffusion_loss(logits, targets, gaps, t):
    sums = []
    for row, ids, open_, share in zip(logits.double(), targets, gaps, t):
        sums.append(F.cross_entropy(row[open_], ids[open_], reduction="sum") / share)
    return torch.stack(sums).sum() / gaps.numel()
