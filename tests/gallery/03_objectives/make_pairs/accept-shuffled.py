# accept: in random order, as a tuple
def make_pairs(documents, kind, rng):
    pairs = []
    for number, document in enumerate(documents):
        others = documents[:number] + documents[number + 1 :]
        for a, b in zip(document, document[1:]):
            if rng.random() >= 0.5:
                pairs.append((a, b, 1))
            else:
                pairs.append((b, a, 0) if kind == "sop" else (a, rng.choice(rng.choice(others)), 0))
    rng.shuffle(pairs)
    return tuple(pairs)
