# reject: the order of the prefix does not count
# message: banned-order
def banned_next(sequence, n):
    start = len(sequence) - n + 1
    if start < 0:
        return set()
    prefix = sorted(sequence[start:])
    return {sequence[i + n - 1] for i in range(len(sequence) - n + 1) if sorted(sequence[i:i + n - 1]) == prefix}
