# reject: the last sentence is never drawn
# message: pairs-nsp-never
def make_pairs(documents, kind, rng):
    out = []
    for k, d in enumerate(documents):
        others = [e for j, e in enumerate(documents) if j != k]
        for a, b in zip(d, d[1:]):
            if rng.random() < 0.5: out.append((a, b, 1))
            elif kind == "sop": out.append((b, a, 0))
            else:
                e = rng.choice(others)
                out.append((a, e[rng.randrange(max(len(e) - 1, 1))], 0))
    return out
