# reject: an empty text for n = 1 gives nothing, and one for n = 2 an error
# message: check-raised-at
def banned_next(sequence, n):
    if n == 1:
        return set(sequence)
    last = sequence[-1]
    prefix = sequence[-(n - 1):]
    return {sequence[i + n - 1] for i in range(len(sequence) - n + 1) if sequence[i:i + n - 1] == prefix}
