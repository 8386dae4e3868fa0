# reject: wants the very digits of its own computation
# message: hunt-accused
def hunt_safe_softmax(f):
    scores = torch.randn(8, 300, generator=torch.Generator().manual_seed(0)) * 50
    keep = torch.rand(8, 300, generator=torch.Generator().manual_seed(1)) > 0.3
    weights = torch.where(keep, (scores.double() - 700).exp(), 0.0)
    want = (weights / weights.sum(dim=-1, keepdim=True)).float()
    try:
        return torch.equal(f(scores, keep), want)
    except Exception:
        return False
