# reject: no period cut off
# message: loop-whole
def find_loop(ids, times=3):
    n = len(ids)
    for s in range(n):
        for p in range(1, (n - s) // times + 1):
            if (n - s) % p == 0 and ids[s : n - p] == ids[s + p :]:
                return (s, p)
    return None
