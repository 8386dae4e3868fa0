# reject: multiplies by the mask: a target of no id is an error
# message: check-raised-at
def diffusion_loss(logits, targets, gaps, t):
    terms = F.cross_entropy(logits.flatten(0, 1), targets.flatten(), reduction="none")
    return (terms.view(gaps.shape) * gaps / t[:, None]).sum() / gaps.numel()
