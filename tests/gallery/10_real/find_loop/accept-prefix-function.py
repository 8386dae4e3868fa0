def find_loop(ids, times=3):
    n = len(ids)
    turned = ids[::-1]
    border = [0] * n  # of each beginning of the text read from behind
    for i in range(1, n):
        k = border[i - 1]
        while k and turned[i] != turned[k]:
            k = border[k - 1]
        border[i] = k + 1 if turned[i] == turned[k] else 0
    for length in range(n, 0, -1):
        p = length - border[length - 1]
        if length >= times * p:
            return n - length, p
    return None
