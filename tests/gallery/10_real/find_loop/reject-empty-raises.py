# reject: an empty text is an error
# message: check-raised-at
def find_loop(ids, times=3):
    last = ids[-1]
    n = len(ids)
    for s in range(n):
        for p in range(1, (n - s) // times + 1):
            if ids[s : n - p] == ids[s + p :]:
                return (s, p)
    return None
