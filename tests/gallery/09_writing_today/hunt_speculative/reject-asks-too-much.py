# reject: wants a text that may not be asked about
# message: hunt-accused
def hunt_speculative(f):
    p = torch.tensor([0.5, 0.5]).double()
    try:
        f({(): p, (0,): p}, {(): p}, (), 1, [0.7, 0.5, 0.5])
    except Exception:
        return False
    return True
