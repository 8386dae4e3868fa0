# accept: a table from beginning to continuations
def banned_next(sequence, n):
    from collections import defaultdict
    table = defaultdict(set)
    for i in range(len(sequence) - n + 1):
        gram = tuple(sequence[i : i + n])
        table[gram[:-1]].add(gram[-1])
    if len(sequence) < n - 1:
        return set()
    return table[tuple(sequence[len(sequence) - n + 1 :])]
