# reject: one period on only
# message: loop-no-period
def find_loop(ids, times=3):
    n = len(ids)
    for s in range(n):
        for p in range(1, (n - s) // times + 1):
            if ids[s : s + p] == ids[s + p : s + 2 * p]:
                return (s, p)
    return None
