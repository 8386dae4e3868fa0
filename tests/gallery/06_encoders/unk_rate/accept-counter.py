# accept: Counter
def unk_rate(tokens, unk):
    from collections import Counter
    c = Counter(tokens)
    n = sum(c.values()) - sum(c[s] for s in SPECIAL)
    return c[unk] / n if n else 0.0
