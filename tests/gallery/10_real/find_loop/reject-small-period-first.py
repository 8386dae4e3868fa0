# reject: the smallest period first
# message: loop-small-first
def find_loop(ids, times=3):
    n = len(ids)
    for p in range(1, n // times + 1):
        for s in range(n - times * p + 1):
            if ids[s : n - p] == ids[s + p :]:
                return s, p
    return None
