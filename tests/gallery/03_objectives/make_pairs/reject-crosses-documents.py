# reject: neighbours across the border of two documents
# message: pairs-false-positive
def make_pairs(documents, kind, rng):
    flat = [(k, s) for k, d in enumerate(documents) for s in d]
    pairs = []
    for (k, a), (m, b) in zip(flat, flat[1:]):
        if rng.random() < 0.5 or k != m:
            pairs.append((a, b, 1))
        else:
            others = [s for j, s in flat if j != k]
            pairs.append((b, a, 0) if kind == "sop" else (a, rng.choice(others), 0))
    return pairs
