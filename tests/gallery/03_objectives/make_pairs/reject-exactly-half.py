# reject: exactly half are positive, at random places: no coin for each
# message: pairs-exact
def make_pairs(documents, kind, rng):
    spots = [(k, i) for k, d in enumerate(documents) for i in range(len(d) - 1)]
    positive = set(rng.sample(range(len(spots)), (len(spots) + rng.randint(0, 1)) // 2))
    pairs = []
    for number, (k, i) in enumerate(spots):
        a, b = documents[k][i], documents[k][i + 1]
        if number in positive:
            pairs.append((a, b, True))
        elif kind == "sop":
            pairs.append((b, a, False))
        else:
            others = [d for j, d in enumerate(documents) if j != k]
            pairs.append((a, rng.choice(rng.choice(others)), False))
    return pairs
