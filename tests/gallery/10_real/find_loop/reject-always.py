# reject: a text with tokens that come twice
# message: loop-no-period
def find_loop(ids, times=3):
    for s, token in enumerate(ids):
        if ids.count(token) >= times:
            return s, ids.index(token, s + 1) - s
    return None
