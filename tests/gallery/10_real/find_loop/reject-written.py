# reject: the text as written down
# message: loop-no-period
def find_loop(ids, times=3):
    n = len(ids)
    text = "".join(map(str, ids))
    for s in range(n):
        for p in range(1, (n - s) // times + 1):
            a, b = "".join(map(str, ids[s : n - p])), "".join(map(str, ids[s + p :]))
            if a == b:
                return s, p
    return None
