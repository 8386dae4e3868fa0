# reject: searches the last 1024 tokens only
# message: banned-long
def banned_next(sequence: list[int], n: int) -> set[int]:
    text = sequence[-1024:]
    if len(text) < n:
        return set()
    tail = text[len(text) - (n - 1):]
    return {text[i + n - 1] for i in range(len(text) - n + 1) if text[i : i + n - 1] == tail}
