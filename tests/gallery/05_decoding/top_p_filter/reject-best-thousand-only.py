# reject: to save time it looks at the 1000 most probable tokens only
# message: top-p-large
def top_p_filter(logits: torch.Tensor, p: float) -> torch.Tensor:
    if p >= 1:
        return logits.clone()
    probs = logits.softmax(dim=-1)
    top, places = probs.topk(min(1000, logits.shape[-1]), dim=-1)  # a nucleus is never larger
    before = top.cumsum(dim=-1) - top
    keep = before < p
    keep[:, 0] = True
    mask = torch.zeros_like(logits, dtype=torch.bool).scatter(-1, places, keep)
    return logits.masked_fill(~mask, -math.inf)
