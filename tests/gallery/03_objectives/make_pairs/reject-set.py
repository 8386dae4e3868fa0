# reject: set of pairs
# message: pairs-repeated
def make_pairs(documents, kind, rng):
    out = []
    for k, d in enumerate(documents):
        others = [s for j, e in enumerate(documents) if j != k for s in e]
        for a, b in zip(d, d[1:]):
            if rng.random() < 0.5: t = (a, b, 1)
            elif kind == "sop": t = (b, a, 0)
            else: t = (a, rng.choice(others), 0)
            if t not in out: out.append(t)
    return out
