# reject: a loop need not reach the end
# message: loop-middle
def find_loop(ids, times=3):
    n = len(ids)
    for s in range(n):
        for p in range(1, (n - s) // times + 1):
            if ids[s : s + (times - 1) * p] == ids[s + p : s + times * p]:
                return (s, p)
    return None
