# reject: NSP made as SOP
# message: pairs-nsp-swapped
def make_pairs(documents, kind, rng):
    pairs = []
    for number, document in enumerate(documents):
        for a, b in zip(document, document[1:]):
            if rng.random() < 0.5:
                pairs.append((a, b, 1))
            else:
                pairs.append((b, a, 0))
    return pairs
