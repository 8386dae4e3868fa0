# reject: C drawn once for a document
# message: pairs-nsp-once-for-all
def make_pairs(documents, kind, rng):
    out = []
    for k, d in enumerate(documents):
        others = [s for j, e in enumerate(documents) if j != k for s in e]
        c = rng.choice(others) if others else None
        for a, b in zip(d, d[1:]):
            if rng.random() < 0.5: out.append((a, b, 1))
            elif kind == "sop": out.append((b, a, 0))
            else: out.append((a, c, 0))
    return out
