# reject: 1 for negatives
# message: pairs-labels-inverted
def make_pairs(documents, kind, rng):
    pairs = []
    for number, document in enumerate(documents):
        for a, b in zip(document, document[1:]):
            if rng.random() < 0.5:
                pairs.append((a, b, 0))
            elif kind == "sop":
                pairs.append((b, a, 1))
            else:
                other = rng.choice([d for k, d in enumerate(documents) if k != number])
                pairs.append((a, rng.choice(other), 1))
    return pairs
