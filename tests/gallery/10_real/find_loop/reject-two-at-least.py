# reject: no period 1
# message: loop-multiple
def find_loop(ids, times=3):
    n = len(ids)
    for s in range(n):
        for p in range(2, (n - s) // times + 1):
            if ids[s : n - p] == ids[s + p :]:
                return (s, p)
    return None
