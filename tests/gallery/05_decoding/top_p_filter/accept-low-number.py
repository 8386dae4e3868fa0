# accept: fills with a very low number in place of -inf
def top_p_filter(logits, p):
    ordered, places = logits.sort(dim=-1, descending=True)
    probs = ordered.softmax(dim=-1)
    drop = (probs.cumsum(dim=-1) - probs >= p) & (p < 1)
    drop = torch.zeros_like(drop).scatter(-1, places, drop)
    return logits.masked_fill(drop, -1e9)
