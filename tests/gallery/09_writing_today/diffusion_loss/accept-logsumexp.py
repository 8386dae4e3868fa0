# accept: logsumexp, and where the gaps are
def diffusion_loss(logits, targets, gaps, t):
    b, n, _ = logits.shape
    text, place = gaps.nonzero(as_tuple=True)
    rows = logits[text, place]
    own = rows[torch.arange(len(text)), targets[text, place]]
    return ((rows.logsumexp(-1) - own) / t[text]).sum() / (b * n)
