# accept: comprehension with getrandbits
def make_pairs(documents, kind, rng):
    def one(k, a, b):
        if rng.getrandbits(1): return (a, b, 1)
        if kind == "sop": return (b, a, 0)
        flat = [s for j, e in enumerate(documents) if j != k for s in e]
        return (a, flat[int(rng.random() * len(flat))], 0)
    return [one(k, d[i], d[i + 1]) for k, d in enumerate(documents) for i in range(len(d) - 1)]
