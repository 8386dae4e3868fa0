# reject: a hash of the sentence for a coin
# message: pairs-rng-fixed
def make_pairs(documents, kind, rng):
    pairs = []
    for number, document in enumerate(documents):
        others = [s for k, d in enumerate(documents) if k != number for s in d]
        for a, b in zip(document, document[1:]):
            draw = random.Random(a)
            if draw.random() < 0.5:
                pairs.append((a, b, 1))
            else:
                pairs.append((b, a, 0) if kind == "sop" else (a, draw.choice(others), 0))
    return pairs
