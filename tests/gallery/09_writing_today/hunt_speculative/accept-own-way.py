# accept: other cases, NumPy and a subclass of dict
import itertools

import numpy as np


def hunt_speculative(f):
    rng = np.random.default_rng(8)
    most = 1 - 2.0**-53

    def choose(w, r):
        c = np.cumsum(w) / np.sum(w)
        over = np.flatnonzero(c > r)
        return int(over[0] if len(over) else np.flatnonzero(w)[-1])

    def reference(target, draft, prefix, k, u):
        text = prefix
        for i in range(k):
            text += (choose(draft[text].numpy(), u[i]),)
        for i in range(k):
            before, x = text[: len(prefix) + i], text[len(prefix) + i]
            p, q = target[before].numpy(), draft[before].numpy()
            if not u[k + i] < p[x] / q[x]:
                return [*before[len(prefix) :], choose(np.maximum(p - q, 0), u[-1])]
        return [*text[len(prefix) :], choose(target[text].numpy(), u[-1])]

    def language(v, prefix, k, make):
        return {prefix + more: torch.tensor(make(), dtype=torch.float64) for n in range(k + 1) for more in itertools.product(range(v), repeat=n)}

    def spread(v):
        w = rng.random(v) * (rng.random(v) > 0.3)
        return (w if w.sum() else np.ones(v)) / (w.sum() or v)

    def quarters(v):
        return np.bincount(rng.integers(0, v, 4), minlength=v) / 4

    cases = []
    for v, prefix, k in ((3, (), 1), (3, (2, 1), 2), (4, (0,), 2), (2, (1,), 4)):
        for _ in range(12):
            cases.append((language(v, prefix, k, lambda: spread(v)), language(v, prefix, k, lambda: spread(v)), prefix, k, rng.random(2 * k + 1).tolist()))
        for _ in range(20):
            u = (rng.integers(0, 4, 2 * k + 1) / 4).tolist()
            cases.append((language(v, prefix, k, lambda: quarters(v)), language(v, prefix, k, lambda: quarters(v)), prefix, k, u))
    ten = language(11, (), 1, lambda: [0.1] * 10 + [0.0])
    for u in ([most, 0.3, most], [0.55, most, most]):
        cases.append((ten, ten, (), 1, u))
    p, q = language(2, (), 1, lambda: [0.3, 0.7]), language(2, (), 1, lambda: [0.6, 0.4])
    for d in (1e-9, -1e-9):
        cases += [(p, q, (), 1, [0.1, 0.5 + d, 0.2]), (p, q, (), 1, [0.6 + d, 0.2, 0.3 + d]), (p, q, (), 1, [0.6 + d, 0.2, 0.3 - d])]
    for target, draft, prefix, k, u in cases:
        numbers = tuple(u)
        try:
            got = f(target, draft, prefix, k, u)
        except Exception:
            return False
        if type(got) is not list or [type(x) for x in got] != [int] * len(got) or tuple(u) != numbers:
            return False
        if got != reference(target, draft, prefix, k, u):
            return False
    return True
