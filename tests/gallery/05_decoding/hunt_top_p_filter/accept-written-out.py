# accept: a few rows with what must stay, written by hand
CASES = [
    ([[0.1, 0.4, 0.2, 0.3]], 0.8, [[0, 1, 1, 1]]),
    ([[0.1, 0.4, 0.2, 0.3]], 0.65, [[0, 1, 0, 1]]),
    ([[0.1, 0.4, 0.2, 0.3]], 0.35, [[0, 1, 0, 0]]),
    ([[0.1, 0.4, 0.2, 0.3], [0.05, 0.05, 0.2, 0.7]], 0.6, [[0, 1, 0, 1], [0, 0, 0, 1]]),
    ([[0.05, 0.05, 0.2, 0.7], [0.1, 0.4, 0.2, 0.3]], 0.6, [[0, 0, 0, 1], [0, 1, 0, 1]]),
    ([[0.04, 0.9, 0.06]], 0.5, [[0, 1, 0]]),
    ([[0.4, 0.0, 0.6]], 0.9, [[1, 0, 1]]),
    ([[0.4, 0.0, 0.6]], 1, [[1, 0, 1]]),
    ([[0.996, 0.003, 0.001]], 0.9925, [[1, 0, 0]]),
    ([[0.2, 0.49951, 0.30049]], 0.5, [[0, 1, 1]]),
    ([[0.2, 0.50049, 0.29951]], 0.5, [[0, 1, 0]]),
]


def hunt_top_p_filter(f):
    try:
        for shift in (0.0, 900.0, -40.0):
            for dtype in (torch.float32, torch.float64):
                for probs, p, keep in CASES:
                    x = (torch.tensor(probs, dtype=torch.float64).log() + shift).to(dtype)
                    saved, want = x.clone(), torch.tensor(keep).bool()
                    got = f(x, p)
                    if got.shape != x.shape or got.dtype != dtype or not torch.equal(x, saved):
                        return False
                    if not torch.equal(got > -1e4, want) or not torch.equal(got[want], x[want]):
                        return False
        for vocab, p, many in ((4, 0.6, 3), (2000, 0.90025, 1801)):
            if int((f(torch.ones(1, vocab), p) > -1e4).sum()) != many:
                return False
        return bool((f(torch.tensor([[60.0, 0.0, -5.0]]), 1) > -1e4).all())
    except Exception:
        return False
