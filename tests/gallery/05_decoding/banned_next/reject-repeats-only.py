# reject: bans only what occurred twice
# message: banned-none
def banned_next(sequence, n):
    prefix = sequence[len(sequence) - n + 1 :]
    hits = [sequence[i + n - 1] for i in range(len(sequence) - n + 1) if sequence[i : i + n - 1] == prefix]
    return {t for t in hits if hits.count(t) > 1}
