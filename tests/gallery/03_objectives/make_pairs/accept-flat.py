# accept: draws from all sentences of the other documents
def make_pairs(documents, kind, rng):
    pairs = []
    for number, document in enumerate(documents):
        others = [s for k, d in enumerate(documents) if k != number for s in d]
        for i in range(len(document) - 1):
            a, b = document[i], document[i + 1]
            if rng.choice([True, False]):
                pairs.append((a, b, 1))
            elif kind == "nsp":
                pairs.append((a, rng.choice(others), 0))
            else:
                pairs.append((b, a, 0))
    return pairs
