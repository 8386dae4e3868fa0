# accept: the mask shifted by one
def top_p_filter(logits, p):
    if p == 1:
        return logits.clone()
    ordered, places = logits.sort(-1, descending=True)
    drop = ordered.softmax(-1).cumsum(-1) >= p
    drop = drop.roll(1, dims=-1)
    drop[:, 0] = False
    return logits.masked_fill(torch.zeros_like(drop).scatter(1, places, drop), -math.inf)
