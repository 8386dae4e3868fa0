# reject: matches digits in a joined string
# message: banned-joined
def banned_next(sequence, n):
    if len(sequence) < n:
        return set()
    text = "".join(str(t) for t in sequence)
    tail = "".join(str(t) for t in sequence[len(sequence) - n + 1:])
    return {int(text[i + len(tail)]) for i in range(len(text) - len(tail)) if text.startswith(tail, i)}
