# reject: texts without a gap are left out of the divisor
# message: diffusion-texts-with-gaps
def diffusion_loss(logits, targets, gaps, t):
    texts = gaps.any(1)
    logits, targets, gaps, t = logits[texts], targets[texts], gaps[texts], t[texts]
    terms = F.cross_entropy(logits[gaps], targets[gaps], reduction="none")
    return (terms / t[:, None].expand(gaps.shape)[gaps]).sum() / max(gaps.numel(), 1)
