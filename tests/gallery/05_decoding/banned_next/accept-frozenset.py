# accept: returns a frozenset
def banned_next(sequence, n):
    prefix = sequence[max(0, len(sequence) - n + 1) :]
    found = [sequence[i + n - 1] for i in range(len(sequence) - n + 1) if sequence[i : i + n - 1] == prefix]
    return frozenset(found)
