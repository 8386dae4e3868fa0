# reject: gives the draft the target's numbers
# message: hunt-slipped
def hunt_speculative(f):
    g = torch.Generator().manual_seed(0)
    for _ in range(50):
        rows = {t: torch.rand(3, generator=g).double().softmax(-1) for t in [(), (0,), (1,), (2,)]}
        try:
            if len(f(rows, rows, (), 1, torch.rand(3, generator=g).tolist())) != 2:
                return False
        except Exception:
            return False
    return True
