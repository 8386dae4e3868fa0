# reject: looks at the last 50 tokens only
# message: banned-none
def banned_next(sequence, n):
    sequence = sequence[-50:]
    tail = sequence[len(sequence) - (n - 1):] if len(sequence) >= n - 1 else None
    banned = set()
    for i in range(len(sequence) - n + 1):
        if sequence[i : i + n - 1] == tail:
            banned.add(sequence[i + n - 1])
    return banned
