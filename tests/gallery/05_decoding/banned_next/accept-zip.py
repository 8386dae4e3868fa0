# accept: n-grams by zip
def banned_next(sequence, n):
    grams = list(zip(*(sequence[i:] for i in range(n))))
    if len(sequence) < n:
        return set()
    prefix = tuple(sequence[len(sequence) - n + 1 :])
    return {g[-1] for g in grams if g[:-1] == prefix}
