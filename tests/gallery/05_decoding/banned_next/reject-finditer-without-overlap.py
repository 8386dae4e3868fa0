# reject: re.finditer goes on behind each match, so overlapping occurrences are missed
# message: banned-overlap
import re


def banned_next(sequence: list[int], n: int) -> set[int]:
    if len(sequence) < n:
        return set()
    text = "".join(map(chr, sequence))
    tail = text[len(text) - (n - 1):]
    found = re.finditer(re.escape(tail) + "(.)", text, flags=re.DOTALL)
    return {ord(match.group(1)) for match in found}
