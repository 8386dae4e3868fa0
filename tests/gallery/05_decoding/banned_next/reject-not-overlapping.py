# reject: places that overlap the end are left out
# message: banned-none
def banned_next(sequence, n):
    start = len(sequence) - n + 1
    if start < 0:
        return set()
    return {sequence[i + n - 1] for i in range(start - n + 1 if n > 1 else start) if sequence[i:i + n - 1] == sequence[start:]}
