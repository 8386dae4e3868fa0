# reject: the largest period
# message: loop-multiple
def find_loop(ids, times=3):
    n = len(ids)
    for s in range(n):
        for p in range((n - s) // times, 0, -1):
            if ids[s : n - p] == ids[s + p :]:
                return (s, p)
    return None
