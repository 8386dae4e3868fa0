# reject: a loop from 0 on is none
# message: loop-missed-0
def find_loop(ids, times=3):
    n = len(ids)
    start, period = 0, 0
    for s in range(n - 1, -1, -1):
        for p in range((n - s) // times, 0, -1):
            if ids[s : n - p] == ids[s + p :]:
                start, period = s, p
    return (start, period) if start else None
