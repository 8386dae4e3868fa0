# reject: positive and negative in turn
# message: pairs-rng-fixed
def make_pairs(documents, kind, rng):
    pairs = []
    for number, document in enumerate(documents):
        for turn, (a, b) in enumerate(zip(document, document[1:])):
            if turn % 2 == 0:
                pairs.append((a, b, 1))
            elif kind == "sop":
                pairs.append((b, a, 0))
            else:
                other = rng.choice([d for k, d in enumerate(documents) if k != number])
                pairs.append((a, rng.choice(other), 0))
    return pairs
