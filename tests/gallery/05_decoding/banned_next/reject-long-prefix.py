# reject: compares n tokens
# message: banned-none
def banned_next(sequence, n):
    prefix = sequence[-n:]
    return {sequence[i + n] for i in range(len(sequence) - n) if sequence[i : i + n] == prefix}
