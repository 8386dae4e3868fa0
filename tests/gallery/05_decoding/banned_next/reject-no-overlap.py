# reject: steps over the text n tokens at a time
# message: banned-none
def banned_next(sequence, n):
    prefix = sequence[len(sequence) - n + 1 :]
    return {sequence[i + n - 1] for i in range(0, len(sequence) - n + 1, n) if sequence[i : i + n - 1] == prefix}
