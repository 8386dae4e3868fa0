# reject: one coin for each document
# message: pairs-document
def make_pairs(documents, kind, rng):
    pairs = []
    for number, document in enumerate(documents):
        heads = rng.random() < 0.5
        for a, b in zip(document, document[1:]):
            if heads:
                pairs.append((a, b, 1))
            elif kind == "sop":
                pairs.append((b, a, 0))
            else:
                other = rng.choice([d for k, d in enumerate(documents) if k != number])
                pairs.append((a, rng.choice(other), 0))
    return pairs
