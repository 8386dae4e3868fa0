# reject: gathers at −100 before it leaves out what is no gap
# message: check-raised-at
def diffusion_loss(logits, targets, gaps, t):
    terms = -logits.log_softmax(-1).gather(-1, targets[..., None])[..., 0]
    return (torch.where(gaps, terms, 0.0) / t[:, None]).sum() / gaps.numel()
