# reject: the last document is never drawn
# message: pairs-nsp-never
def make_pairs(documents, kind, rng):
    out = []
    for k, d in enumerate(documents):
        for a, b in zip(d, d[1:]):
            if rng.random() < 0.5: out.append((a, b, 1))
            elif kind == "sop": out.append((b, a, 0))
            else:
                j = rng.randrange(len(documents) - 1)
                while j == k and len(documents) > 2 and k != 0: j = rng.randrange(len(documents) - 1)
                if j == k: j = (k + 1) % len(documents)
                out.append((a, rng.choice(documents[j]), 0))
    return out
