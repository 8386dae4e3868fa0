# accept: puts the targets back into the inputs and counts
def hunt_span_corrupt(f):
    import random
    rng = random.Random(0)
    for trial in range(60):
        n = 1800 if trial % 20 == 9 else rng.choice((1, 2, 5, 9, 30))
        first, eos = rng.choice(((99, 1), (50, 2), (40000, 0), (32099, 7)))
        ids = [rng.choice((5, 6, 6, 7, 0, eos, first, first - 1)) for _ in range(n)]
        spans, at = [], 0
        while at < n and len(spans) < 6:
            start = at + rng.choice((0, 0, 1, 2))
            end = start + rng.choice((1, 1, 2, 4))
            if end > n or rng.random() < 0.2:
                break
            spans.append((start, end))
            at = end
        if trial == 0:
            ids, spans = [5, 6, 7], []
        inputs, targets, done = [], [], 0
        for k, (start, end) in enumerate(spans):
            inputs += ids[done:start] + [first - k]
            targets += [first - k] + ids[start:end]
            done = end
        want = inputs + ids[done:] + [eos], targets + [first - len(spans), eos]
        a, b = list(ids), list(spans)
        try:
            x, y = f(a, b, first, eos)
            if ([int(i) for i in x], [int(i) for i in y]) != want:
                return False
        except Exception:
            return False
        if a != ids or b != spans:
            return False
    return True
