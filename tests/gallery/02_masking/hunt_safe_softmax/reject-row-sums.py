# reject: looks at the sums of the rows
# message: hunt-slipped
def hunt_safe_softmax(f):
    torch.manual_seed(0)
    scores, keep = torch.randn(2, 4, 5), torch.rand(2, 4, 5) > 0.5
    keep[0, 0] = False
    try:
        got = f(scores, keep)
    except Exception:
        return False
    return bool(torch.allclose(got.sum(-1), keep.any(-1).float(), atol=1e-5))
