# reject: asks where no gap is
# message: diffusion-inverted
def diffusion_loss(logits, targets, gaps, t):
    terms = F.cross_entropy(logits[~gaps], targets[~gaps], reduction="none")
    return (terms / t[:, None].expand(gaps.shape)[~gaps]).sum() / gaps.numel()
