# accept: a tensor's mean
def unk_rate(tokens, unk):
    hits = torch.tensor([t == unk for t in tokens if t not in SPECIAL], dtype=torch.float64)
    return hits.mean().item() if len(hits) else 0.0
