# accept: each token a letter, and a search for overlapping matches
import re
def banned_next(sequence, n):
    if len(sequence) < n:
        return set()
    text = "".join(chr(t) for t in sequence)
    tail = text[len(text) - n + 1:]
    return {ord(c) for c in re.findall("(?=" + re.escape(tail) + "(.))", text, re.S)}
