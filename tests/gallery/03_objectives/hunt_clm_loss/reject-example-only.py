# reject: tries equal logits only
# message: hunt-slipped
def hunt_clm_loss(f):
    ids = torch.tensor([[0, 1, 1], [1, 0, 0]])
    padding = torch.tensor([[False] * 3, [False, False, True]])
    try:
        return abs(float(f(torch.zeros(2, 3, 2), ids, padding)) - math.log(2)) < 1e-5
    except Exception:
        return False
