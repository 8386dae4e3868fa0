# accept: writes −100 into a copy of the targets
def diffusion_loss(logits, targets, gaps, t):
    labels = torch.where(gaps, targets, -100)
    terms = F.cross_entropy(logits.transpose(1, 2), labels, reduction="none")
    return (terms * t.reciprocal()[:, None]).sum() / terms.numel()
