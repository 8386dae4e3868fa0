# reject: others are looked up before the kind
# message: pairs-no-other
def make_pairs(documents, kind, rng):
    out = []
    for k, d in enumerate(documents):
        for a, b in zip(d, d[1:]):
            c = rng.choice([s for j, e in enumerate(documents) if j != k for s in e])
            if rng.random() < 0.5: out.append((a, b, 1))
            elif kind == "sop": out.append((b, a, 0))
            else: out.append((a, c, 0))
    return out
