def find_loop(ids, times=3):
    n = len(ids)
    found = []
    for p in range(1, n):
        s = n - p
        for t in reversed(range(n - p)):
            if ids[t] != ids[t + p]:
                break
            s = t
        if (n - s) // p >= times:
            found.append((s, p))
    return min(found, default=None)
