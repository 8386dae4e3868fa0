# reject: cuts off the blanks round the sentences
# message: pairs-not-triples
def make_pairs(documents, kind, rng):
    documents = [[sentence.strip() for sentence in d] for d in documents]
    pairs = []
    for i, d in enumerate(documents):
        for a, b in zip(d, d[1:]):
            if rng.random() < 0.5:
                pairs.append((a, b, 1))
            elif kind == "sop":
                pairs.append((b, a, 0))
            else:
                others = [o for j, o in enumerate(documents) if j != i]
                pairs.append((a, rng.choice(rng.choice(others)), 0))
    return pairs
