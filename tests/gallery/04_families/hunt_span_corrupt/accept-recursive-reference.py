# accept: a reference that walks over the places
def reference(ids, spans, first, eos):
    starts, inside = {s: k for k, (s, e) in enumerate(spans)}, {i for s, e in spans for i in range(s, e)}
    x, y = [], []
    for i, token in enumerate(ids):
        if i in starts:
            x.append(first - starts[i])
            y.append(first - starts[i])
        (y if i in inside else x).append(token)
    return x + [eos], y + [first - len(spans), eos]


def hunt_span_corrupt(f):
    for ids in ([5, 6, 6, 7, 5, 8, 0, 9, 1, 99, 98], [3] * 11, list(range(11)), [4, 4, 5, 5, 1, 1, 99, 99, 0, 0, 2], list(range(1500))):
        for spans in ([], [(1, 2)], [(0, 1), (1, 3), (6, 8)], [(2, 5), (9, 11)], [(0, 11)], [(1, 2), (3, 4), (5, 6), (7, 8)], [(10, 11)]):
            for first, eos in ((99, 1), (777, 2), (60, 0)):
                a, b = list(ids), list(spans)
                try:
                    x, y = f(a, b, first, eos)
                    if (list(map(int, x)), list(map(int, y))) != reference(ids, spans, first, eos) or a != ids or b != spans:
                        return False
                except Exception:
                    return False
    return True
