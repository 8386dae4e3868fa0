# reject: the longest in periods
# message: loop-small-first
def find_loop(ids, times=3):
    n, best = len(ids), None
    for s in range(n):
        for p in range(1, (n - s) // times + 1):
            if ids[s : n - p] == ids[s + p :]:
                if best is None or (n - s) // p > (n - best[0]) // best[1]:
                    best = s, p
    return best
