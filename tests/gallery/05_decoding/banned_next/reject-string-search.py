# reject: looks for the text of the tokens
# message: banned-too-many
def banned_next(sequence, n):
    if n == 1:
        return set(sequence)
    if len(sequence) < n:
        return set()
    text = " ".join(map(str, sequence))
    prefix = " ".join(map(str, sequence[len(sequence) - n + 1 :])) + " "
    out, at = set(), text.find(prefix)
    while at >= 0:
        out.add(int(text[at + len(prefix):].split(" ")[0]))
        at = text.find(prefix, at + 1)
    return out
