# reject: the same tokens in any order
# message: loop-no-period
def find_loop(ids, times=3):
    n = len(ids)
    for s in range(n):
        for p in range(1, (n - s) // times + 1):
            if all(sorted(ids[i : i + p])[: n - i] == sorted(ids[s : s + p])[: n - i] for i in range(s, n - p + 1, p)):
                return (s, p)
    return None
