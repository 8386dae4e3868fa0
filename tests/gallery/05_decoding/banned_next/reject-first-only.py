# reject: what followed at the first place
# message: banned-first
def banned_next(sequence, n):
    prefix = sequence[len(sequence) - n + 1 :]
    for i in range(len(sequence) - n + 1):
        if sequence[i : i + n - 1] == prefix:
            return {sequence[i + n - 1]}
    return set()
