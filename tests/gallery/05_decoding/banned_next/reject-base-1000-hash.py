# reject: compares the tokens as digits of a number to base 1000
# message: banned-number
def _number(tokens):
    value = 0
    for t in tokens:
        value = value * 1000 + t
    return value


def banned_next(sequence, n):
    tail = sequence[len(sequence) - (n - 1):] if len(sequence) >= n - 1 else None
    banned = set()
    for i in range(len(sequence) - n + 1):
        if tail is not None and _number(sequence[i : i + n - 1]) == _number(tail):
            banned.add(sequence[i + n - 1])
    return banned
