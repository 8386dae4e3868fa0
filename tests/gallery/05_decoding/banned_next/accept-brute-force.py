# accept: tries every token
def banned_next(sequence, n):
    old = {tuple(sequence[i : i + n]) for i in range(len(sequence) - n + 1)}
    return {t for t in set(sequence) if tuple((sequence + [t])[-n:]) in old}
