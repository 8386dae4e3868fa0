# reject: keeps results by n, the length, the first and the last token
# message: check-remembered
def banned_next(sequence, n, known={}):
    key = (n, len(sequence), sum(sequence), *sequence[:1], *sequence[-n:])
    if key not in known:
        grams = list(zip(*(sequence[i:] for i in range(n))))
        prefix = tuple(sequence[len(sequence) - n + 1 :]) if len(sequence) >= n else None
        known[key] = {g[-1] for g in grams if g[:-1] == prefix}
    return set(known[key])
