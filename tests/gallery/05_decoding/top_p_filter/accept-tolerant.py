# accept: lets a sum miss p by a millionth, which still counts as reached
def top_p_filter(logits, p):
    if p == 1:
        return logits
    ordered, places = logits.sort(dim=-1, descending=True)
    probs = ordered.softmax(dim=-1)
    drop = probs.cumsum(dim=-1) - probs >= p - 1e-6
    drop[:, 0] = False
    return torch.empty_like(logits).scatter(-1, places, ordered.masked_fill(drop, -math.inf))
