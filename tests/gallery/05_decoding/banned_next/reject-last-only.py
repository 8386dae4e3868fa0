# reject: what followed at the last place
# message: banned-last
def banned_next(sequence, n):
    prefix = sequence[len(sequence) - n + 1 :]
    found = set()
    for i in range(len(sequence) - n + 1):
        if sequence[i : i + n - 1] == prefix:
            found = {sequence[i + n - 1]}
    return found
