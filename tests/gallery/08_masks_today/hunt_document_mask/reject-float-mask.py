# reject: wants the mask that is added to scores
# message: hunt-accused
def hunt_document_mask(f):
    try:
        got = f(torch.tensor([[1, 1, 2]]))
        return bool(got.is_floating_point() and got[0, 0, 1] == -math.inf)
    except Exception:
        return False
