# reject: p from 0.99 on counts as 1
# message: top-p-all
def top_p_filter(logits, p):
    if p >= 0.99:
        return logits.clone()
    ordered, places = logits.sort(dim=-1, descending=True)
    sums = ordered.softmax(-1).cumsum(-1)
    before = torch.cat([torch.zeros_like(sums[:, :1]), sums[:, :-1]], dim=-1)
    ordered = ordered.masked_fill(before >= p, -math.inf)
    return torch.empty_like(logits).scatter(-1, places, ordered)
