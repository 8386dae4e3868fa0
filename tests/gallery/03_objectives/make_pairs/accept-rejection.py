# accept: draws again until the document is another
def make_pairs(documents, kind, rng):
    pairs = []
    for number, document in enumerate(documents):
        for a, b in zip(document, document[1:]):
            follows = rng.randint(0, 1)
            first, second = a, b
            if not follows and kind == "sop":
                first, second = b, a
            elif not follows:
                other = number
                while other == number:
                    other = rng.randrange(len(documents))
                second = documents[other][rng.randrange(len(documents[other]))]
            pairs.append([first, second, follows])
    return pairs
