# reject: pops from the caller's list
# message: check-modified
def banned_next(sequence, n):
    prefix = [sequence.pop() for _ in range(min(n - 1, len(sequence)))][::-1]
    if len(prefix) < n - 1:
        return set()
    whole = sequence + prefix
    return {whole[i + n - 1] for i in range(len(whole) - n + 1) if whole[i : i + n - 1] == prefix}
