# reject: tokens in 32 bits
# message: loop-numbers
def find_loop(ids, times=3):
    ids = [i & 0xFFFFFFFF for i in ids]
    n = len(ids)
    for s in range(n):
        for p in range(1, (n - s) // times + 1):
            if ids[s : n - p] == ids[s + p :]:
                return (s, p)
    return None
