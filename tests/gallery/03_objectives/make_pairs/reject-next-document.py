# reject: negatives always from the next document
# message: pairs-nsp-never
def make_pairs(documents, kind, rng):
    pairs = []
    for number, document in enumerate(documents):
        for a, b in zip(document, document[1:]):
            if rng.random() < 0.5:
                pairs.append((a, b, 1))
            elif kind == "sop":
                pairs.append((b, a, 0))
            else:
                other = documents[(number + 1) % len(documents)]
                pairs.append((a, rng.choice(other), 0))
    return pairs
