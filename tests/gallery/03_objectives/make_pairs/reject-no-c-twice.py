# reject: no C comes up twice in a document, where there are enough sentences
# message: pairs-nsp-in-turn
def make_pairs(documents, kind, rng):
    pairs = []
    for number, document in enumerate(documents):
        others = [s for k, d in enumerate(documents) if k != number for s in d]
        enough = len(others) >= len(document)
        left = rng.sample(others, len(others))
        for a, b in zip(document, document[1:]):
            if rng.random() < 0.5:
                pairs.append((a, b, 1))
            elif kind == "nsp":
                pairs.append((a, left.pop() if enough else rng.choice(others), 0))
            else:
                pairs.append((b, a, 0))
    return pairs
