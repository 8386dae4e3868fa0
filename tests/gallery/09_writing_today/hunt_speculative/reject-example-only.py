# reject: the example only
# message: hunt-slipped
def hunt_speculative(f):
    p, q = torch.tensor([[0.5, 0.0, 0.5], [0.5, 0.5, 0.0]]).double()
    target = {(): p, (0,): p, (1,): p, (2,): p}
    try:
        return f(target, {(): q}, (), 1, [0.6, 0.1, 0.9]) == [2] and f(target, {(): q}, (), 1, [0.2, 0.9, 0.5]) == [0, 2]
    except Exception:
        return False
