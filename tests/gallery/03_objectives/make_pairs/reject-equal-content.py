# reject: documents compared by content
# message: pairs-equal-documents
def make_pairs(documents, kind, rng):
    out = []
    for d in documents:
        others = [s for e in documents if e != d for s in e]
        for a, b in zip(d, d[1:]):
            if rng.random() < 0.5: out.append((a, b, 1))
            elif kind == "sop": out.append((b, a, 0))
            else: out.append((a, rng.choice(others), 0))
    return out
