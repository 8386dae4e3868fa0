# reject: the first row's set for all
# message: top-p-first-row
def top_p_filter(logits, p):
    ordered, places = logits.sort(-1, descending=True)
    probs = ordered.softmax(-1)
    total = probs.cumsum(-1)
    drop = torch.zeros(logits.shape[-1], dtype=torch.bool)
    drop[places[0][total[0] - probs[0] >= p]] = True
    return logits.masked_fill(drop, -math.inf)
