# accept: compares with an answer that is known to be right, on many random inputs
def known(scores, keep):
    scores = scores.double().masked_fill(~keep, -math.inf)
    top = scores.amax(-1, keepdim=True).clamp(min=-1e9)
    e = (scores - top).exp()
    return e / e.sum(-1, keepdim=True).clamp(min=1e-300)


def hunt_safe_softmax(f):
    g = torch.Generator().manual_seed(1)
    shapes = [((3, 4), (3, 4)), ((2, 3, 4), (3, 4)), ((2, 2, 3, 4), (2, 1, 1, 4)), ((1, 250), (1, 250)), ((1, 2), (1, 2))]
    for dtype in (torch.float32, torch.float64):
        for size in (0.0, 1.0, 100.0, 5000.0):
            for shape, of_keep in shapes:
                scores = (torch.randn(shape, generator=g) * size).clamp(-9999, 9999).to(dtype)
                for density in (0.0, 0.5, 1.0):
                    keep = torch.rand(of_keep, generator=g) < density
                    kept = scores.clone(), keep.clone()
                    try:
                        got = f(scores, keep)
                        good = got.shape == scores.shape and got.dtype == dtype
                        good = good and bool(((got.double() - known(scores, keep)).abs() <= 1e-5).all())
                    except Exception:
                        return False
                    if not good or not torch.equal(scores, kept[0]) or not torch.equal(keep, kept[1]):
                        return False
    return True
