# reject: C from the neighbouring documents only
# message: pairs-nsp-not-random
def make_pairs(documents, kind, rng):
    out = []; n = len(documents)
    for k, d in enumerate(documents):
        for a, b in zip(d, d[1:]):
            if rng.random() < 0.5: out.append((a, b, 1))
            elif kind == "sop": out.append((b, a, 0))
            else: out.append((a, rng.choice(documents[rng.choice([(k + 1) % n, (k - 1) % n])]), 0))
    return out
