# reject: a positive and a negative for each two neighbours
# message: pairs-count
def make_pairs(documents, kind, rng):
    pairs = []
    for number, document in enumerate(documents):
        others = [s for k, d in enumerate(documents) if k != number for s in d]
        for a, b in zip(document, document[1:]):
            pairs.append((a, b, 1))
            pairs.append((b, a, 0) if kind == "sop" else (a, rng.choice(others), 0))
    return pairs
