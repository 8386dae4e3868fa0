# reject: pops sentences
# message: check-modified
def make_pairs(documents, kind, rng):
    out = []
    for k, d in enumerate(documents):
        others = [s for j, e in enumerate(documents) if j != k for s in e]
        while len(d) > 1:
            a = d.pop(0); b = d[0]
            if rng.random() < 0.5: out.append((a, b, 1))
            elif kind == "sop": out.append((b, a, 0))
            else: out.append((a, rng.choice(others), 0))
    return out
