# reject: tells documents apart by identity: one list that stands in two places is left out
# message: pairs-equal-documents
def make_pairs(documents, kind, rng):
    pairs = []
    for document in documents:
        others = [other for other in documents if other is not document]
        for a, b in zip(document, document[1:]):
            if rng.random() < 0.5:
                pairs.append((a, b, 1))
            elif kind == "nsp":
                pairs.append((a, rng.choice(rng.choice(others)), 0))
            else:
                pairs.append((b, a, 0))
    return pairs
