# reject: no C comes up again before all others have
# message: pairs-nsp-in-turn
def make_pairs(documents, kind, rng):
    pairs = []
    for number, document in enumerate(documents):
        others = [s for k, d in enumerate(documents) if k != number for s in d]
        left = []
        for a, b in zip(document, document[1:]):
            if rng.random() < 0.5:
                pairs.append((a, b, 1))
            elif kind == "nsp":
                left = left or rng.sample(others, len(others))
                pairs.append((a, left.pop(), 0))
            else:
                pairs.append((b, a, 0))
    return pairs
