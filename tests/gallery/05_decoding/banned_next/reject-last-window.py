# reject: forgets the last n-gram
# message: banned-none
def banned_next(sequence, n):
    prefix = sequence[len(sequence) - n + 1 :]
    if len(sequence) < n - 1:
        return set()
    return {sequence[i + n - 1] for i in range(len(sequence) - n) if sequence[i : i + n - 1] == prefix}
