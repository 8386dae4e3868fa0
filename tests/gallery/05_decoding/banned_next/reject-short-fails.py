# reject: fails on a short text
# message: check-raised-at
def banned_next(sequence, n):
    prefix = [sequence[len(sequence) - n + 1 + j] for j in range(n - 1)]
    return {sequence[i + n - 1] for i in range(max(0, len(sequence) - n + 1)) if sequence[i : i + n - 1] == prefix}
