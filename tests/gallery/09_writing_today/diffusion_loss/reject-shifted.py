# reject: shifts, as a causal model does
# message: diffusion-shifted
def diffusion_loss(logits, targets, gaps, t):
    asked = gaps[:, 1:]
    terms = F.cross_entropy(logits[:, :-1][asked], targets[:, 1:][asked], reduction="none")
    return (terms / t[:, None].expand(asked.shape)[asked]).sum() / gaps.numel()
