# reject: the last n-gram comes again and again
# message: loop-whole
def find_loop(ids, times=3):
    n = len(ids)
    for s in range(n):
        for p in range(1, (n - s) // times + 1):
            count = sum(ids[i : i + p] == ids[n - p :] for i in range(s, n - p + 1, p))
            if count >= times and (n - s) % p == 0 and count * p == n - s and p > 1:
                return s, p
    return None
