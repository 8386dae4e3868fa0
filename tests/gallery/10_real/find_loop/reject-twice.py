# reject: two periods are enough
# message: loop-short
def find_loop(ids, times=3):
    n = len(ids)
    for s in range(n):
        for p in range(1, (n - s) // 2 + 1):
            if ids[s : n - p] == ids[s + p :]:
                return (s, p)
    return None
