# reject: tries the worked example only
# message: hunt-slipped
def hunt_span_corrupt(f):
    try:
        return tuple(map(list, f([5, 6, 7, 8], [(1, 3)], 99, 1))) == ([5, 99, 8, 1], [99, 6, 7, 98, 1])
    except Exception:
        return False
