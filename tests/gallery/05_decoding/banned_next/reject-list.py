# reject: returns a list
# message: banned-not-a-set
def banned_next(sequence, n):
    prefix = sequence[len(sequence) - n + 1 :]
    return [sequence[i + n - 1] for i in range(len(sequence) - n + 1) if sequence[i : i + n - 1] == prefix]
