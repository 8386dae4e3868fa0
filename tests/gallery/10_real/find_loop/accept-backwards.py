def find_loop(ids, times=3):
    n = len(ids)
    best = None
    for p in range(1, n // times + 1):
        s = n - p  # as far back as the period p goes
        while s > 0 and ids[s - 1] == ids[s - 1 + p]:
            s -= 1
        if n - s >= times * p and (best is None or (s, p) < best):
            best = (s, p)
    return best
