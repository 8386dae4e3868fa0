# reject: counts samples of the first token
# message: hunt-slipped
def hunt_speculative(f):
    g = torch.Generator().manual_seed(3)
    p, q = torch.tensor([0.6, 0.3, 0.1]).double(), torch.tensor([0.2, 0.3, 0.5]).double()
    target = {t: p for t in [(), (0,), (1,), (2,)]}
    counts = torch.zeros(3)
    for _ in range(2000):
        try:
            counts[f(target, {(): q}, (), 1, torch.rand(3, generator=g).tolist())[0]] += 1
        except Exception:
            return False
    return bool((counts / 2000 - p).abs().max() < 0.05)
