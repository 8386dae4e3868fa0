# reject: tries the worked example only
# message: hunt-slipped
def hunt_top_p_filter(f):
    try:
        got = f(torch.tensor([[0.1, 0.4, 0.2, 0.3]]).log(), 0.8)
        return bool((got[0, 0] < -1e4) and (got[0, 1:] > -10).all())
    except Exception:
        return False
