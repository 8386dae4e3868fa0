# reject: SOP fails with one document
# message: pairs-no-other
def make_pairs(documents, kind, rng):
    pairs = []
    for number, document in enumerate(documents):
        for a, b in zip(document, document[1:]):
            other = rng.choice([d for k, d in enumerate(documents) if k != number])
            if rng.random() < 0.5:
                pairs.append((a, b, 1))
            elif kind == "sop":
                pairs.append((b, a, 0))
            else:
                other = rng.choice([d for k, d in enumerate(documents) if k != number])
                pairs.append((a, rng.choice(other), 0))
    return pairs
