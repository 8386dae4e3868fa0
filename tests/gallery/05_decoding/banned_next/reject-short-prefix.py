# reject: compares n - 2 tokens
# message: banned-short-prefix
def banned_next(sequence, n):
    m = max(n - 2, 0)
    prefix = sequence[len(sequence) - m :]
    if len(sequence) < n - 1:
        return set()
    return {sequence[i + m] for i in range(len(sequence) - m) if sequence[i : i + m] == prefix}
