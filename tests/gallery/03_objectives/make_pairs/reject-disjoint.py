# reject: takes sentences two by two
# message: pairs-count
def make_pairs(documents, kind, rng):
    pairs = []
    for number, document in enumerate(documents):
        for a, b in zip(document[::2], document[1::2]):
            if rng.random() < 0.5:
                pairs.append((a, b, 1))
            elif kind == "sop":
                pairs.append((b, a, 0))
            else:
                other = rng.choice([d for k, d in enumerate(documents) if k != number])
                pairs.append((a, rng.choice(other), 0))
    return pairs
