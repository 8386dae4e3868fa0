# reject: periods up to a share of the whole text
# message: loop-short
def find_loop(ids, times=3):
    n = len(ids)
    for s in range(n):
        for p in range(1, n // times + 1):
            if p < n - s and ids[s : n - p] == ids[s + p :]:
                return (s, p)
    return None
