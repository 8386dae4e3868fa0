# reject: token 0 is never banned
# message: banned-none
def banned_next(sequence, n):
    out = set()
    for i in range(len(sequence) - n + 1):
        if sequence[i : i + n - 1] == sequence[len(sequence) - n + 1 :]:
            if sequence[i + n - 1]:
                out.add(sequence[i + n - 1])
    return out
