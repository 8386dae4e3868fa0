# reject: the first text alone
# message: diffusion-wrong
def diffusion_loss(logits, targets, gaps, t):
    terms = F.cross_entropy(logits[0][gaps[0]], targets[0][gaps[0]], reduction="none")
    return terms.sum() / t[0] / gaps.numel()
