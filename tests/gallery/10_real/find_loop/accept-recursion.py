def find_loop(ids, times=3):
    def from_start(s):
        rest = ids[s:]
        for p in range(1, len(rest) // times + 1):
            whole = rest[:p] * (len(rest) // p + 1)
            if whole[: len(rest)] == rest:
                return (s, p)
        return from_start(s + 1) if rest else None

    return from_start(0)
