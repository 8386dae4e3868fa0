# reject: start and the second period's start
# message: loop-ends
def find_loop(ids, times=3):
    n = len(ids)
    for s in range(n):
        for p in range(1, (n - s) // times + 1):
            if ids[s : n - p] == ids[s + p :]:
                return (s, s + p)
    return None
