# reject: the cut-off period is not compared
# message: loop-middle
def find_loop(ids, times=3):
    n = len(ids)
    for s in range(n):
        for p in range(1, (n - s) // times + 1):
            if ids[s : s + p] * ((n - s) // p) == ids[s : s + (n - s) // p * p]:
                return (s, p)
    return None
