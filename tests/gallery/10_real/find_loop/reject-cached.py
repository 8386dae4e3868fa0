# reject: kept without times
# message: check-remembered
kept = {}


def find_loop(ids, times=3):
    key = tuple(ids)
    if key not in kept:
        n = len(ids)
        kept[key] = next(
            (
                (s, p)
                for s in range(n)
                for p in range(1, (n - s) // times + 1)
                if ids[s : n - p] == ids[s + p :]
            ),
            None,
        )
    return kept[key]
