# reject: the token after the one that reaches p exactly stays, as in older versions of the library
# message: top-p-reach
def top_p_filter(logits, p):
    ordered, places = logits.sort(-1, descending=True)
    probs = ordered.softmax(-1)
    total = probs.cumsum(-1)
    drop = total > p
    drop[:, 1:] = drop[:, :-1].clone()
    drop[:, 0] = False
    drop = torch.zeros_like(drop).scatter(1, places, drop)
    return logits.masked_fill(drop, -math.inf)
