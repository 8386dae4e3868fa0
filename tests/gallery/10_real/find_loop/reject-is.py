# reject: one object
# message: loop-numbers
def find_loop(ids, times=3):
    n = len(ids)
    for s in range(n):
        for p in range(1, (n - s) // times + 1):
            if all(ids[t] is ids[t + p] for t in range(s, n - p)):
                return (s, p)
    return None
