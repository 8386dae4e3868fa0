# accept: mean of booleans
def unk_rate(tokens, unk):
    hits = [t == unk for t in tokens if t not in SPECIAL]
    return sum(hits) / max(len(hits), 1)
