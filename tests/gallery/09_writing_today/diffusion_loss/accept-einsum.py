# accept: weights and terms by einsum
def diffusion_loss(logits, targets, gaps, t):
    ids = torch.where(gaps, targets, torch.zeros_like(targets))
    terms = torch.nn.functional.nll_loss(logits.log_softmax(-1).flatten(0, 1), ids.flatten(), reduction="none")
    terms = terms.reshape(gaps.shape) * gaps
    return torch.einsum("bn,b->", terms, (1 / t).to(terms.dtype)) / gaps.numel()
