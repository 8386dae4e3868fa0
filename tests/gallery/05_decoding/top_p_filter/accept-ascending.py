# accept: it adds up from the least probable, with 1 - p; so of equals it keeps others, and its sums round in another way
def top_p_filter(logits, p):
    ordered, places = logits.sort(-1)
    drop = ordered.softmax(-1).cumsum(-1) <= 1 - p
    drop[:, -1] = False
    return logits.masked_fill(torch.zeros_like(drop).scatter(1, places, drop), -math.inf)
