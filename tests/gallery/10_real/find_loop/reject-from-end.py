# reject: exactly times periods at the end
# message: loop-late
def find_loop(ids, times=3):
    n = len(ids)
    for p in range(1, n // times + 1):
        if ids[n - p :] * times == ids[n - times * p :]:
            return n - times * p, p
    return None
