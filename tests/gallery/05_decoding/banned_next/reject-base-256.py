# reject: compares numbers to the base 256
# message: banned-number
def banned_next(sequence, n):
    def code(tokens):
        value = 0
        for t in tokens:
            value = value * 256 + t
        return value
    if len(sequence) < n:
        return set()
    tail = code(sequence[len(sequence) - n + 1:])
    return {sequence[i + n - 1] for i in range(len(sequence) - n + 1) if code(sequence[i:i + n - 1]) == tail}
