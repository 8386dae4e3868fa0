# reject: knows −100 alone: other targets outside of the gaps are asked
# message: diffusion-all-places
def diffusion_loss(logits, targets, gaps, t):
    terms = F.cross_entropy(logits.transpose(1, 2), targets, reduction="none")
    return (terms / t[:, None]).sum() / gaps.numel()
