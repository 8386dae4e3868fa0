# reject: whole periods counted from the end
# message: loop-whole
def find_loop(ids, times=3):
    n = len(ids)
    found = []
    for p in range(1, n // times + 1):
        s, count = n - p, 1
        while s - p >= 0 and ids[s - p : s] == ids[s : s + p]:
            s, count = s - p, count + 1
        if count >= times:
            found.append((s, p))
    return min(found, default=None)
