# reject: the text is emptied
# message: check-modified
def find_loop(ids, times=3):
    whole = []
    while ids:
        whole.append(ids.pop(0))
    ids = whole
    n = len(ids)
    for s in range(n):
        for p in range(1, (n - s) // times + 1):
            if ids[s : n - p] == ids[s + p :]:
                return (s, p)
    return None
