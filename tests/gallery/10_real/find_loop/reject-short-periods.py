# reject: periods up to 10
# message: loop-missed
def find_loop(ids, times=3):
    n = len(ids)
    for s in range(n):
        for p in range(1, min(10, (n - s) // times) + 1):
            if ids[s : n - p] == ids[s + p :]:
                return (s, p)
    return None
