# reject: starts from 1 on
# message: loop-missed-0
def find_loop(ids, times=3):
    n = len(ids)
    for s in range(1, n):
        for p in range(1, (n - s) // times + 1):
            if ids[s : n - p] == ids[s + p :]:
                return (s, p)
    return None
