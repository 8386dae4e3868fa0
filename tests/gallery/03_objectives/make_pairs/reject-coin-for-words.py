# reject: neighbours that say the same share a coin
# message: pairs-coin-shared
def make_pairs(documents, kind, rng):
    pairs, coins = [], {}
    for number, document in enumerate(documents):
        others = [d for k, d in enumerate(documents) if k != number]
        for a, b in zip(document, document[1:]):
            if (a, b) not in coins:
                coins[a, b] = rng.random() < 0.5
            if coins[a, b]:
                pairs.append((a, b, 1))
            elif kind == "nsp":
                pairs.append((a, rng.choice(rng.choice(others)), 0))
            else:
                pairs.append((b, a, 0))
    return pairs
