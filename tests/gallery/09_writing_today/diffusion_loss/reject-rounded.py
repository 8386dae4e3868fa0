# reject: half precision
# message: number-near
def diffusion_loss(logits, targets, gaps, t):
    terms = F.cross_entropy(logits[gaps].bfloat16(), targets[gaps], reduction="none").float()
    return (terms / t[:, None].expand(gaps.shape)[gaps]).sum() / gaps.numel()
