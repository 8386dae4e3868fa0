# accept: with NumPy, all of the target at once
import numpy as np


def speculative(target, draft, prefix, k, u):
    def choose(w, r):
        c = np.cumsum(w) / np.sum(w)
        return int(min(np.searchsorted(c, r, side="right"), np.flatnonzero(w)[-1]))

    tokens, q = [], []
    for i in range(k):
        q.append(draft(prefix + tuple(tokens)).numpy())
        tokens.append(choose(q[-1], u[i]))
    p = [target(prefix + tuple(tokens[:i])).numpy() for i in range(k + 1)]
    n = 0
    while n < k and u[k + n] < p[n][tokens[n]] / q[n][tokens[n]]:
        n += 1
    last = p[k] if n == k else np.maximum(p[n] - q[n], 0)
    return tokens[:n] + [choose(last, u[2 * k])]
