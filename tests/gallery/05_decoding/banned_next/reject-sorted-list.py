# reject: a sorted list
# message: banned-not-a-set
def banned_next(sequence, n):
    start = len(sequence) - n + 1
    return sorted({sequence[i + n - 1] for i in range(max(0, start)) if sequence[i:i + n - 1] == sequence[max(0, start):]})
