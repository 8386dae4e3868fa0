# reject: leaves out the C that read like B; a sentence of another document may not be left out for that
# message: pairs-never-like-b
def make_pairs(
    documents: list[list[str]], kind: str, rng: random.Random
) -> list[tuple[str, str, int]]:
    pairs = []
    for number, document in enumerate(documents):
        pool = [s for k, d in enumerate(documents) if k != number for s in d]
        for a, b in zip(document, document[1:]):
            if rng.random() < 0.5:
                pairs.append((a, b, 1))
            elif kind == "sop":
                pairs.append((b, a, 0))
            else:
                negatives = [s for s in pool if s != b] or pool
                pairs.append((a, rng.choice(negatives), 0))
    return pairs
