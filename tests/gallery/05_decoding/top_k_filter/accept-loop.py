# accept: row by row, with Python's sort
def top_k_filter(logits, k):
    out = torch.full_like(logits, -math.inf)
    for b, row in enumerate(logits.tolist()):
        for i in sorted(range(len(row)), key=lambda j: -row[j])[:k]:
            out[b, i] = logits[b, i]
    return out
