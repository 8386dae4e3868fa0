# reject: equal sums
# message: loop-no-period
def find_loop(ids, times=3):
    n = len(ids)
    for s in range(n):
        for p in range(1, (n - s) // times + 1):
            if len({sum(ids[i : i + p]) for i in range(s, n - p + 1, p)}) == 1:
                return (s, p)
    return None
