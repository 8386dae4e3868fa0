# reject: tries the worked example only
# message: hunt-slipped
def hunt_best_span(f):
    start, end = torch.tensor([0.0, 3.0, 1.0]), torch.tensor([0.0, -5.0, 2.0])
    inside = torch.ones(3, dtype=torch.bool)
    try:
        return tuple(map(int, f(start, end, inside, 2))) == (1, 2) and tuple(map(int, f(start, end, inside, 1))) == (2, 2)
    except Exception:
        return False
