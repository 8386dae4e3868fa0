# accept: fills the targets with 0, gathers, and leaves out
def diffusion_loss(logits, targets, gaps, t):
    ids = targets.masked_fill(~gaps, 0)
    terms = -logits.log_softmax(dim=-1).gather(-1, ids.unsqueeze(-1)).squeeze(-1)
    per_text = terms.masked_fill(~gaps, 0.0).sum(dim=1)
    return (per_text / t).mean() / logits.shape[1]
