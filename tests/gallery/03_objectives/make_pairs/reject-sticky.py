# reject: the coin sticks in a row
# message: pairs-pattern
def make_pairs(documents, kind, rng):
    out = []
    for k, d in enumerate(documents):
        others = [s for j, e in enumerate(documents) if j != k for s in e]
        heads = rng.random() < 0.5
        for a, b in zip(d, d[1:]):
            heads = heads if rng.random() < 0.6 else rng.random() < 0.5
            if heads: out.append((a, b, 1))
            elif kind == "sop": out.append((b, a, 0))
            else: out.append((a, rng.choice(others), 0))
    return out
