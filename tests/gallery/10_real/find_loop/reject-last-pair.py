# reject: the last pair is not compared
# message: loop-no-period
def find_loop(ids, times=3):
    n = len(ids)
    for s in range(n):
        for p in range(1, (n - s) // times + 1):
            if all(ids[t] == ids[t + p] for t in range(s, n - p - 1)):
                return (s, p)
    return None
