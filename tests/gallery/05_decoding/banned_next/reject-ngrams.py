# reject: returns the n-grams
# message: banned-not-tokens
def banned_next(sequence, n):
    prefix = sequence[len(sequence) - n + 1 :]
    return {tuple(sequence[i : i + n]) for i in range(len(sequence) - n + 1) if sequence[i : i + n - 1] == prefix}
