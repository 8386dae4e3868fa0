# accept: shuffles a copy of the other documents
def make_pairs(documents, kind, rng):
    out = []
    for k in range(len(documents)):
        d = documents[k]
        for i in range(1, len(d)):
            if rng.uniform(0, 1) > 0.5:
                out.append((d[i - 1], d[i], 1))
            elif kind == "sop":
                out.append((d[i], d[i - 1], 0))
            else:
                j = rng.choice([x for x in range(len(documents)) if x != k])
                e = list(documents[j]); rng.shuffle(e)
                out.append((d[i - 1], e[0], 0))
    return out
