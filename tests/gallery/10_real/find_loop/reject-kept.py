# reject: kept by length
# message: check-remembered
kept = {}


def find_loop(ids, times=3):
    key = (len(ids), times, tuple(sorted(ids)))
    if key in kept:
        return kept[key]
    n = len(ids)
    for s in range(n):
        for p in range(1, (n - s) // times + 1):
            if ids[s : n - p] == ids[s + p :]:
                kept[key] = (s, p)
                return s, p
    return None
