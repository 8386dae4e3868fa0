# reject: one-sentence documents are left out first
# message: pairs-nsp-not-from-one
def make_pairs(documents, kind, rng):
    out = []
    documents = [d for d in documents if len(d) > 1]
    for k, d in enumerate(documents):
        others = [s for j, e in enumerate(documents) if j != k for s in e]
        for a, b in zip(d, d[1:]):
            if rng.random() < 0.5: out.append((a, b, 1))
            elif kind == "sop": out.append((b, a, 0))
            else: out.append((a, rng.choice(others), 0) if others else (a, b, 1))
    return out
